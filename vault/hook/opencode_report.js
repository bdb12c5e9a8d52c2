// Written by coldstart hook install --agent opencode; coldstart hook remove takes it away.
// It hands the report to each session at its first prompt, and records its end.
import { spawn as run } from "node:child_process"

const report = {report}
const patience = {patience}

const tell = (words, session) => new Promise((resolve) => {
  const program = run(words[0], words.slice(1), { stdio: ["pipe", "pipe", "ignore"] })
  const timer = setTimeout(() => { program.kill("SIGKILL"); resolve("") }, patience)
  let said = ""
  program.stdout.on("data", (part) => { said += part })
  program.stdin.on("error", () => {})
  program.on("error", () => { clearTimeout(timer); resolve("") })
  program.on("close", () => {
    clearTimeout(timer)
    try { resolve(JSON.parse(said).hookSpecificOutput.additionalContext) } catch { resolve("") }
  })
  program.stdin.end(JSON.stringify({ session_id: session, source: "startup" }))
})

export const ColdstartReport = async (ctx) => {
  const reports = new Map()
  const reportFor = async (id) => {
    const session = await ctx.client.session.get({ path: { id } })
    // A sub-agent works in the session that started it.
    return session.data.parentID ? "" : tell(report, id)
  }
  return {
    "experimental.chat.system.transform": async (input, output) => {
      const id = input.sessionID
      if (!id) return
      if (!reports.has(id)) reports.set(id, reportFor(id).catch(() => ""))
      const text = await reports.get(id)
      if (text) output.system.push(text)
    },
    dispose: async () => {
      for (const [id, text] of reports) if (await text) await tell(report.with(1, "end"), id)
      reports.clear()
    },
  }
}
