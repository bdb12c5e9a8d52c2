package gate

import (
	"slices"
	"strings"
	"sync"
)

// how is how a program takes what it runs.
type how uint32

const (
	// starts is for a program that runs the one that begins at one of its words.
	starts how = 1 << iota
	// lines is for one that runs a line that one of its words is, or all of them together.
	lines
	// shell is for one that takes a line with -c, else a script, else lines from its input.
	shell
	// code is for one that takes code of another language with an option, else a script, else its input;
	// first for one whose first word is code where no option gave some.
	code
	first
	// codes is for one that can run others with code in a word or in its input; most use is something else.
	codes
	// marks is for one that hands what stands behind a mark to a shell: !git push.
	marks
	// sets is for commands of the shell that set, read or test variables, assigns for programs with words
	// such as CC=gcc.
	sets
	assigns
	// enters, sources and evals are the shell's cd, source and eval.
	enters
	sources
	evals
	// talks is for one that takes words as texts or as names of files.
	talks
	// fills is for one that puts words of its input behind those that it has.
	fills
)

// row says how some programs run what stands in a line. A name of two words is for that use of a program.
type row struct {
	programs string
	how      how
	// after says how many words stand before the program that is run: a container, a folder.
	after int
	// jobs are those of its jobs that run a program, one among many: their words come first, options left out.
	// lines are jobs that run a line, own those that run the program itself.
	jobs, lines, own string
	// options are those whose value is a line, or begins a command; with commas those in which commas part its words.
	options, commas string
	// files are options whose value is a file of lines or code, and reads the files that it runs unnamed.
	files, reads string
}

// rows are the programs that start others. One that is in none of them can still start another one.
func rows() []row { return slices.Concat(starters(), optioned(), coders()) }

// starters are the shells, and the programs whose words, or those behind the name of a job, begin another one or a line.
func starters() []row {
	return []row{
		{programs: "sh bash dash zsh ksh mksh oksh loksh yash posh ash hush fish rbash csh tcsh nu xonsh elvish", how: shell,
			reads: ".profile .bashrc .bash_profile .bash_login .zshenv .zshrc .zprofile .zlogin"},
		{programs: `sudo doas pkexec env timeout gtimeout nohup nice ionice setsid stdbuf time command builtin exec - unshare nsenter strace ltrace
			npx bunx pnpx uvx pipx nix-shell nix op aws-vault doppler dotenv direnv mise rtx asdf systemd-run systemd-inhibit
			dbus-run-session dbus-launch xvfb-run firejail bwrap proot fakeroot numactl prlimit valgrind perf busybox toybox caffeinate arch
			linux32 linux64 rlwrap unbuffer winpty start catchsegv choom cgexec capsh setpriv runcon newgrp run-parts start-stop-daemon daemonize
			chpst softlimit envdir envuidgid setuidgid ssh-agent chronic eatmydata dumb-init tini torsocks torify proxychains proxychains4 xterm watchexec
			nodemon tsocks cross-env cross-env-shell dotenvx with-contenv s6-setuidgid rr heaptrack
			ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 noglob nocorrect repeat and or not begin`, how: starts},
		{programs: "chroot faketime taskset chrt setarch sshpass cpulimit gosu su-exec", how: starts, after: 1},
		{programs: "xargs gxargs zargs", how: starts | fills},
		{programs: "parallel", how: starts | fills | lines, files: "-a --arg-file"},
		{programs: `ssh slogin mosh autossh su runuser watch script tmux screen flock entr trap alias hyperfine at batch wsl cmd powershell pwsh
			dtach abduco complete compgen bind concurrently sg sched zpty zstyle compdef`, how: lines},
		{programs: "docker docker-compose podman nerdctl", after: 1,
			jobs: "exec, run, container exec, container run, compose exec, compose run", options: "--entrypoint", reads: "*Dockerfile"},
		{programs: "kubectl oc", after: 1, jobs: "exec, run, debug, rsh"},
		{programs: "lxc apptainer singularity", after: 1, jobs: "exec"},
		{programs: "conda mamba rustup", after: 1, jobs: "run"},
		{programs: "ip", after: 1, jobs: "netns exec"},
		{programs: "machinectl", jobs: "shell"},
		{programs: "npm", jobs: "exec, x", options: "-c --call --script-shell", reads: "package.json"},
		{programs: "pnpm yarn", jobs: "exec, dlx", reads: "package.json"},
		{programs: "bun", jobs: "x", reads: "package.json"},
		{programs: "bundle nodenv lerna nx tox rbenv pyenv opam", jobs: "exec"},
		{programs: "uv", jobs: "run, tool run"},
		{programs: "poetry pipenv pdm hatch rye micromamba pixi volta toolbox", jobs: "run"},
		{programs: "cmake", jobs: "-E env, -E time"},
		{programs: "jj", jobs: "util exec"},
		{programs: "git", jobs: "bisect run", lines: "submodule foreach, filter-branch, remote-ext", own: "for-each-repo",
			options: `-c --config-env -x --exec --extcmd --upload-pack --receive-pack -O --open-files-in-pager --sendmail-cmd --to-cmd --cc-cmd
				--header-cmd --browser --smtp-server`,
			reads: ".git/hooks/* .husky/* .git/config .gitconfig"},
		{programs: "gh", lines: "alias set"},
		{programs: "adb", after: 1, lines: "shell"},
		{programs: "gcloud", lines: "compute ssh"},
		{programs: "vagrant fly", lines: "ssh"},
		{programs: "heroku", lines: "run"},
	}
}

// optioned are the programs that have options for that.
func optioned() []row {
	return []row{
		{programs: "psql mysql mariadb", files: "-f --file"},
		{programs: "git^clone git^fetch git^ls-remote git^pull", options: "-u"},
		{programs: "git^instaweb", options: "-b -d --httpd"},
		{programs: "hg", options: "--config"},
		{programs: "svn", options: "--diff-cmd --editor-cmd --config-option"},
		{programs: "nodemon", options: "-x --exec"},
		{programs: "cargo", options: "--config -s --shell", reads: "build.rs Cargo.toml"},
		{programs: "find gfind", options: "-exec -execdir -ok -okdir"},
		{programs: "fd fdfind", options: "-x --exec -X --exec-batch"},
		{programs: "rg", options: "--pre --hostname-bin"},
		{programs: "tar gtar bsdtar", options: "--checkpoint-action --to-command --use-compress-program -I -F --info-script --new-volume-script --rsh-command --rmt-command"},
		{programs: "strace ltrace", options: "-o"},
		{programs: "xterm", options: "-e"},
		{programs: "rsync", options: "-e --rsh --rsync-path"},
		{programs: "scp sftp sshfs", options: "-S -o -D"},
		{programs: "man", options: "-P --pager -H --html"},
		{programs: "go", options: "-exec -toolexec -vettool", reads: "*.go"},
		{programs: "gcc g++ cc c++ clang clang++ gfortran", commas: "-wrapper", reads: "*.c *.h *.cc *.cpp"},
		{programs: "split", options: "--filter"},
		{programs: "sort", options: "--compress-program"},
		{programs: "zip", options: "-TT --unzip-command"},
		{programs: "npx", options: "-c --call"},
		{programs: "nix-shell", options: "--run --command"},
		{programs: "nix", options: "-c --command"},
		{programs: "env", options: "-S --split-string"},
		{programs: "nc ncat netcat", options: "-e --exec -c --sh-exec --lua-exec"},
		{programs: "wget", options: "--use-askpass -e --execute"},
		{programs: "tcpdump", options: "-z"},
		{programs: "rustc", options: "-C --codegen", reads: "*.rs"},
		{programs: "fzf", options: "--preview --bind"},
		{programs: "ag bat delta ack", options: "--pager"},
		{programs: "dpkg apt apt-get aptitude", options: "--pre-invoke --post-invoke -o --option"},
		{programs: "ansible", options: "-a --args"},
		{programs: "emulate", options: "-c"},
		{programs: "at batch crontab tmux", files: "-f"},
	}
}

// coders are the programs that run code, or what lies in files of certain names, and the commands of the shell.
func coders() []row {
	return []row{
		{programs: "direnv", reads: ".envrc"},
		{programs: "ansible-playbook", reads: "*.yml *.yaml"},
		{programs: "vim vi nvim view gvim ex", how: codes | marks, options: "-c --cmd", files: "-S -u -s"},
		{programs: "emacs emacsclient", how: codes, options: "--eval --execute", files: "-l --load --script"},
		{programs: "make gmake", how: assigns | codes, options: "--eval -E", files: "-f --file --makefile", reads: "Makefile makefile GNUmakefile *.mk"},
		{programs: "just", reads: "justfile Justfile .justfile"},
		{programs: "rake", reads: "Rakefile rakefile"},
		{programs: "python pypy pytest ipython pip", reads: "*.py"},
		{programs: "node bun deno tsx ts-node vitest jest mocha", reads: "*.js *.mjs *.cjs *.ts"},
		{programs: "perl", reads: "*.pm *.pl"},
		{programs: "ruby", reads: "*.rb"},
		{programs: "php", reads: "*.php"},
		{programs: "lua luajit", reads: "*.lua"},
		{programs: "mapfile readarray", how: sets, options: "-C"},
		{programs: "javac java", reads: "*.java"},
		{programs: "ninja scons gradle ant mvn cmake", reads: "build.ninja SConstruct build.gradle build.xml pom.xml CMakeLists.txt *.cmake"},
		{programs: `python pypy node nodejs deno bun perl ruby php lua luajit osascript tclsh wish julia rscript r groovy jshell irb
			ipython ghci guile racket elixir iex erl swift scala kotlin ts-node tsx ed crontab expect`, how: code},
		{programs: "awk gawk mawk nawk sed gsed", how: code | first, files: "-f --file"},
		{programs: "gdb", how: starts | codes | marks, files: "-x --command"},
		{programs: "lldb", how: codes | marks, files: "-s --source"},
		{programs: "m4 gm4 socat bpftrace rpm rpmspec rpmbuild groff troff tex pdftex latex pdflatex xelatex lualatex gnuplot octave gs fzf", how: codes},
		{programs: "less more most man sqlite3 psql mysql mariadb ftp sftp lftp ed mail mailx mutt telnet dc", how: marks},
		{programs: "export declare typeset local readonly read print printf zmv unset let test [ getopts wait", how: sets},
		{programs: "cd pushd popd chdir", how: enters},
		{programs: "source .", how: sources},
		{programs: "eval", how: evals},
		{programs: "echo printf print grep egrep fgrep rg ag ack man which type whereis apropos tldr info help logger ls cat cp mv mkdir touch", how: talks},
	}
}

// ways are the rows by program, of which one has all that they say.
var ways = sync.OnceValue(func() map[string]*row {
	all := map[string]*row{}
	for _, r := range rows() {
		for _, name := range strings.Fields(r.programs) {
			w := all[name]
			if w == nil {
				w = &row{}
				all[name] = w
			}
			w.how, w.after = w.how|r.how, max(w.after, r.after)
			w.jobs, w.lines, w.own = w.jobs+","+r.jobs, w.lines+","+r.lines, w.own+","+r.own
			w.options, w.commas, w.files, w.reads = w.options+" "+r.options, w.commas+" "+r.commas, w.files+" "+r.files, w.reads+" "+r.reads
		}
	}
	return all
})

// way says how a program runs others; a version at the end of its name does not count.
func (c command) way() *row {
	name := c.program()
	if w := ways()[name]; w != nil {
		return w
	}
	if w := ways()[strings.TrimRight(name, "0123456789.-")]; w != nil {
		return w
	}
	return &row{}
}

// is reports whether a program is of a kind.
func (c command) is(of how) bool { return c.way().how&of != 0 }

// uses are the ways of a program by its own name and by that of its use.
func (c command) uses() []*row {
	found := []*row{c.way()}
	if program := c.program(); program == "git" {
		for _, w := range c.words[1:] {
			if use := ways()[program+"^"+string(w)]; use != nil {
				found = append(found, use)
			}
		}
	}
	return found
}

// behind gives the places behind the words of jobs.
func behind(c command, jobs string) (found []int) {
	for _, job := range strings.Split(jobs, ",") {
		words := strings.Fields(job)
		for i, w := range c.words[1:] {
			if len(words) == 0 || string(w) != words[0] {
				continue
			}
			if words = words[1:]; len(words) == 0 {
				found = append(found, i+2)
			}
		}
	}
	return found
}
