package gate

import (
	"slices"
	"strings"
)

// Most programs take words as data. The others are in these tables, so that what they run is
// weighed as well. A program that is in none of them can still run another one: what a file
// says, nobody reads here.

// shells take a line with -c, else a script, else lines from their input.
func shells() []string {
	return strings.Fields("sh bash dash zsh ksh ksh93 mksh oksh loksh yash posh ash hush fish rbash csh tcsh nu xonsh elvish")
}

// runners run the program that begins at one of their words.
func runners() []string {
	return strings.Fields(`sudo doas pkexec env timeout gtimeout xargs gxargs parallel nohup nice ionice setsid stdbuf time command builtin exec
		unshare nsenter chroot strace ltrace gdb npx bunx pnpx uvx pipx nix-shell nix op aws-vault doppler dotenv direnv mise rtx asdf
		systemd-run systemd-inhibit dbus-run-session dbus-launch xvfb-run firejail bwrap proot fakeroot faketime taskset chrt numactl
		prlimit valgrind perf busybox toybox caffeinate arch linux32 linux64 setarch rlwrap unbuffer winpty start catchsegv choom
		cgexec capsh setpriv runcon newgrp run-parts start-stop-daemon daemonize chpst softlimit envdir envuidgid setuidgid
		ssh-agent chronic eatmydata sshpass dumb-init tini gosu su-exec torsocks torify proxychains proxychains4 cpulimit xterm watchexec
		nodemon tsocks cross-env cross-env-shell dotenvx with-contenv s6-setuidgid rr heaptrack
		ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 noglob nocorrect repeat and or not begin`)
}

// readers run a line that one of their words is, or all of them together.
func readers() []string {
	return strings.Fields("ssh slogin mosh autossh su runuser watch script tmux screen flock entr trap alias hyperfine at batch wsl cmd powershell pwsh dtach abduco complete compgen bind concurrently parallel sg")
}

// jobs are jobs of programs that run others, one among many: the words come first, options
// left out.
func jobs() []string {
	return strings.Split(`git bisect run, git for-each-repo, git submodule foreach, docker exec, docker run, docker container exec,
		docker container run, docker compose exec, docker compose run, docker-compose exec, docker-compose run, podman exec,
		podman run, nerdctl exec, nerdctl run, lxc exec, kubectl exec, kubectl run, kubectl debug, oc exec, oc rsh,
		ip netns exec, machinectl shell, npm exec, npm x, pnpm exec, pnpm dlx, yarn exec, yarn dlx, bun x, lerna exec,
		nx exec, uv run, uv tool run, poetry run, pipenv run, pdm run, hatch run, rye run, conda run, mamba run,
		bundle exec, cmake -E env, cmake -E time, apptainer exec,
		singularity exec, micromamba run, pixi run, tox exec, volta run, toolbox run, rbenv exec, pyenv exec, nodenv exec, rustup run, opam exec, jj util exec`, ",")
}

// lineJobs are those that hand their words to a shell.
func lineJobs() []string {
	return strings.Split("git submodule foreach, git filter-branch, adb shell, gcloud compute ssh, vagrant ssh, heroku run, fly ssh", ",")
}

// operands says how many words of a program stand before the one that it runs: a container,
// a folder.
func operands(program string) int {
	if slices.Contains(strings.Fields("sshpass cpulimit gosu su-exec docker docker-compose podman nerdctl kubectl oc lxc ip adb apptainer singularity conda mamba rustup chroot faketime taskset chrt setarch"), program) {
		return 1
	}
	return 0
}

// lineOptions are the options of a program whose value is a line, or begins a command.
func lineOptions(program string) []string {
	return strings.Fields(map[string]string{
		"strace": "-o", "ltrace": "-o", "nodemon": "-x --exec", "cargo": "--config -s --shell", "xterm": "-e", "find": "-exec -execdir -ok -okdir", "gfind": "-exec -execdir -ok -okdir",
		"fd": "-x --exec -X --exec-batch", "fdfind": "-x --exec -X --exec-batch", "rg": "--pre --hostname-bin",
		"git":   "-c --config-env -x --exec --extcmd --upload-pack --receive-pack -O --open-files-in-pager --sendmail-cmd",
		"tar":   "--checkpoint-action --to-command --use-compress-program -I -F --info-script --new-volume-script --rsh-command",
		"rsync": "-e --rsh --rsync-path", "scp": "-S -o", "sftp": "-S -o", "man": "-P --pager -H --html",
		"vim": "-c --cmd", "vi": "-c --cmd", "nvim": "-c --cmd", "ex": "-c", "emacs": "--eval --execute",
		"make": "--eval", "gmake": "--eval", "go": "-exec -toolexec", "split": "--filter",
		"sort": "--compress-program", "zip": "-TT --unzip-command", "mapfile": "-C", "readarray": "-C",
		"npx": "-c --call", "npm": "-c --call", "nix-shell": "--run --command", "nix": "-c --command", "env": "-S --split-string",
	}[program])
}

// interpreters run code of another language.
func interpreters() []string {
	return strings.Fields("python pypy node nodejs deno bun perl ruby php lua luajit awk gawk mawk nawk osascript tclsh wish julia rscript r groovy jshell irb ipython ghci guile racket elixir iex erl swift scala kotlin ts-node tsx sed gsed ed crontab")
}

// firstIsCode are interpreters whose first word is code, where no option gave some.
func firstIsCode() []string { return strings.Fields("awk gawk mawk nawk sed gsed") }

// coders take code with which they can run others, from a word or from their input; most use
// of them is something else.
func coders() []string {
	return strings.Fields("vim vi nvim ex view gvim emacs emacsclient gdb lldb expect m4 gm4 socat")
}

// escapers hand what stands behind a mark to a shell: !git push.
func escapers() []string {
	return strings.Fields("vim vi nvim ex view gvim less more most man gdb lldb sqlite3 psql mysql mariadb ftp sftp ed mail mailx mutt telnet")
}

// variableSetters are the commands of the shell that set, read or test variables.
func variableSetters() []string {
	return strings.Fields("export declare typeset local readonly read printf mapfile readarray unset let test [ getopts wait")
}

// talkers take words as texts or as names of files.
func talkers() []string {
	return strings.Fields("echo printf print grep egrep fgrep rg ag ack man which type whereis apropos tldr info help logger ls cat cp mv mkdir touch")
}
