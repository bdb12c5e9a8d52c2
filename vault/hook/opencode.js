// Written by coldstart hook install --agent opencode; coldstart hook remove takes it away.
// It asks the operator's gate before each tool. Whatever is no clear answer stops the tool.
import { spawn } from "node:child_process"

const words = {words}
const places = {places}
const limit = {limit}

const ask = (call) => new Promise((resolve, reject) => {
  const refuse = () => reject(new Error("coldstart: the gate did not answer, so this is refused"))
  const gate = spawn(words[0], words.slice(1), { env: { ...process.env, ...places }, stdio: ["pipe", "pipe", "ignore"] })
  const timer = setTimeout(() => { gate.kill("SIGKILL"); refuse() }, limit)
  let said = ""
  gate.stdout.on("data", (part) => { said += part })
  gate.stdin.on("error", () => {})
  gate.on("error", () => { clearTimeout(timer); refuse() })
  gate.on("close", (code) => {
    clearTimeout(timer)
    let answer
    try { answer = JSON.parse(said) } catch { return refuse() }
    if (code !== 0 || answer === null || typeof answer !== "object" || Array.isArray(answer)) return refuse()
    if (Object.keys(answer).length === 0 || answer.decision === "allow") return resolve()
    return answer.decision === "deny" && answer.reason ? reject(new Error(answer.reason)) : refuse()
  })
  gate.stdin.end(JSON.stringify(call))
})

const told = (event, ctx, input, args) => ({
  hook_event_name: event, session_id: input.sessionID, call_id: input.callID, cwd: ctx.directory,
  tool_name: input.tool, tool_input: args,
})

export const ColdstartGate = async (ctx) => ({
  "tool.execute.before": async (input, output) => ask(told("tool.execute.before", ctx, input, output.args)),
  "tool.execute.after": async (input) => ask(told("tool.execute.after", ctx, input, input.args)).catch(() => {}),
})
