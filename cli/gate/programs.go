package gate

// shells are the shells, their commands, and what prints or looks.
func shells() []row {
	return []row{
		{programs: "sh bash dash zsh ksh mksh oksh loksh yash posh ash hush fish rbash csh tcsh nu xonsh elvish", how: shell,
			reads: ".profile .bashrc .bash_profile .bash_login .zshenv .zshrc .zprofile .zlogin"},
		{programs: "export declare typeset local readonly read unset let getopts wait zmv", how: sets},
		{programs: "test [ print printf", how: sets | talks | looks},
		{programs: "mapfile readarray emulate", how: sets, options: "-C -c"},
		{programs: "cd pushd popd chdir", how: enters | looks},
		{programs: "source .", how: sources},
		{programs: "eval", how: evals},
		{programs: "builtin exec command - noglob nocorrect repeat and or not begin", how: starts},
		{programs: "trap alias complete compgen bind sched zpty zstyle compdef", how: lines},
		{programs: `echo grep egrep fgrep cat ls which type head tail wc stat file diff cmp comm md5sum sha1sum sha256sum cksum readlink realpath
			basename dirname od nl cut jq du pwd true false strings hexdump column tr exit shellcheck yamllint ps`, how: talks | looks},
		{programs: "sleep seq date hash enable set shift return kill pkill killall umask ulimit jobs bg fg disown unalias shopt history fc times df free uname id whoami hostname uptime", how: talks},
		{programs: "apropos whereis tldr info help logger notify-send figlet cowsay say bd backlog task-master openspec jira linear tea", how: talks},
		{programs: "coldstart", how: talks, jobs: "--command"},
		{programs: "tree", how: looks, unless: "-o --o --O --log --LOG +"},
		{programs: "less", how: marks | looks, unless: "-o -O --o --O --log --LOG +"},
		{programs: "more most dc ftp lftp mail mailx mutt telnet", how: marks},
		{programs: "man", how: marks | talks, options: "-P --pager -H --html"},
		{programs: "ag ack delta", how: talks, options: "--pager"},
		{programs: "bat", how: looks, options: "--pager", unless: "--pager"},
		{programs: "rg", how: talks | looks, options: "--pre --hostname-bin", unless: "--pre --hostname-bin"},
		{programs: "gofmt goimports gofumpt", how: looks | formats, unless: "-w"},
		{programs: "prettier markdownlint stylelint yq golangci-lint staticcheck mypy pylint flake8 ruff",
			how: looks | formats, unless: "-w --write -i --in --fix format"},
		{programs: "fzf sk", how: codes, options: "--preview --bind"},
	}
}

// starters are the programs whose words, or those behind the name of a job, begin another one or a line.
func starters() []row {
	return []row{
		{programs: `doas pkexec run0 timeout gtimeout nohup nice ionice setsid stdbuf unshare nsenter bunx pnpx uvx pipx op aws-vault
			doppler dotenv mise rtx asdf systemd-inhibit dbus-run-session dbus-launch xvfb-run firejail bwrap proot fakeroot numactl prlimit valgrind
			busybox toybox caffeinate arch linux32 linux64 rlwrap unbuffer winpty start catchsegv choom cgexec capsh setpriv runcon newgrp run-parts
			start-stop-daemon daemonize chpst softlimit envdir envuidgid setuidgid ssh-agent chronic eatmydata dumb-init tini torsocks torify
			proxychains proxychains4 watchexec tsocks cross-env cross-env-shell dotenvx with-contenv s6-setuidgid rr heaptrack ld.so ld-linux.so.2
			ld-linux-x86-64.so.2 ld-linux-aarch64.so.1`, how: starts},
		{programs: "time perf strace ltrace", how: starts, options: "-o", out: "-o --output"},
		{programs: "sudo env npx", how: starts, options: "-S --split-string -c --call", goes: "-C --chdir -D"},
		{programs: "systemd-run", how: starts, options: "-p --property"},
		{programs: "nodemon xterm", how: starts, options: "-x --exec -e"},
		{programs: "nix nix-shell", how: starts, options: "-c --run --command", reads: "default.nix shell.nix flake.nix"},
		{programs: "direnv", how: starts, reads: ".envrc"},
		{programs: "chroot faketime taskset chrt setarch sshpass cpulimit gosu su-exec", how: starts, after: 1},
		{programs: "xargs gxargs zargs", how: starts | fills},
		{programs: "parallel sem", how: starts | fills | lines, files: "-a --arg-file :::: ::::+"},
		{programs: `ssh slogin mosh autossh su runuser watch screen flock entr hyperfine wsl cmd dtach abduco concurrently sg pee`, how: lines},
		{programs: "powershell pwsh", how: lines, reads: "*.ps1"},
		{programs: "script", how: lines, operands: all},
		{programs: "at batch", how: lines, files: "-f"},
		{programs: "tmux byobu", how: lines, files: "-f", reads: ".tmux.conf"},
		{programs: "crontab", how: code, files: "-f"},
		{programs: "systemctl gtk-launch gio dex xdg-open exo-open", reads: "*.service *.timer *.path *.socket *.desktop"},
		{programs: "docker docker-compose podman nerdctl", after: 1, more: received,
			jobs: "exec, run, container exec, container run, compose exec, compose run", entries: "--entrypoint", options: "--entrypoint",
			reads: "*Dockerfile *compose.yml *compose.yaml"},
		{programs: "flatpak", after: 1, jobs: "run, enter", entries: "--command"},
		{programs: "kubectl oc lxc apptainer singularity conda mamba rustup", after: 1, jobs: "exec, run, debug, rsh", more: received},
		{programs: "ip", after: 1, jobs: "netns exec"},
		{programs: "machinectl nodenv rbenv pyenv opam micromamba volta toolbox", jobs: "shell, exec, run"},
		{programs: "adb", after: 1, lines: "shell"},
		{programs: "gcloud", lines: "compute ssh", more: received},
		{programs: "fly heroku vagrant", lines: "ssh, run", reads: "Vagrantfile"},
		{programs: "ansible", options: "-a --args"},
		{programs: "ansible-playbook terraform tofu", reads: "*.yml *.yaml *.tf"},
		{programs: "helm", into: "--output-dir"},
	}
}

// tools are what builds, tests, packs and installs.
func tools() []row {
	const scripts, builds = "package.json", "build.ninja SConstruct build.gradle build.xml pom.xml CMakeLists.txt *.cmake"
	return []row{
		{programs: "make gmake", how: assigns | codes, options: "--eval -E", files: "-f --file --makefile", goes: "-C --directory", reads: "Makefile makefile GNUmakefile *.mk"},
		{programs: "just task foreman hivemind overmind rake", reads: "justfile Justfile .justfile Taskfile.yml Taskfile.yaml Procfile Rakefile rakefile"},
		{programs: "bundle gem composer", jobs: "exec", reads: "Gemfile *.gemspec composer.json"},
		{programs: "npm", jobs: "exec, x", options: "-c --call --script-shell", reads: scripts},
		{programs: "pnpm yarn lerna nx", jobs: "exec, dlx", reads: scripts},
		{programs: "jest mocha vitest gulp grunt webpack vite rollup eslint", reads: "*.js *.mjs *.cjs *.ts"},
		{programs: "tox nox pip pytest pre-commit", jobs: "exec", reads: "*.py tox.ini .pre-commit-config.yaml"},
		{programs: "uv poetry pipenv pdm hatch rye pixi", jobs: "run, tool run", reads: "*.py pyproject.toml"},
		{programs: "cmake", jobs: "-E env, -E time", reads: builds},
		{programs: "ninja scons gradle ant mvn ctest meson bazel", reads: builds + " meson.build BUILD *.bazel *.bzl"},
		{programs: "cargo", options: "--config -s --shell", reads: "*.rs Cargo.toml"},
		{programs: "rustc", options: "-C --codegen", reads: "*.rs", out: "-o --output", how: blank},
		{programs: "go", options: "-exec -toolexec -vettool", reads: "*.go", out: "-o --output", how: blank},
		{programs: "gcc g++ cc c++ clang clang++ gfortran ld", commas: "-wrapper", reads: "*.c *.h *.cc *.cpp", out: "-o --output", how: blank},
		{programs: "java javac", how: codes, reads: "*.java"},
		{programs: "dpkg apt apt-get aptitude", options: "--pre-invoke --post-invoke -o --option"},
		{programs: "jj", jobs: "util exec"},
		{programs: "hg svn", options: "--config --diff-cmd --editor-cmd --config-option"},
		{programs: "gh glab", lines: "alias set", out: "-O", into: "-D --dir"},
		{programs: "gdb", how: starts | codes | marks, files: "-x --command", reads: ".gdbinit"},
		{programs: "lldb", how: codes | marks, files: "-s --source"},
	}
}

// languages are the programs that run code, and those that have it among what they do.
func languages() []row {
	return []row{
		{programs: "python pypy ipython", how: code, reads: "*.py"},
		{programs: "node nodejs deno tsx ts-node", how: code, reads: "*.js *.mjs *.cjs *.ts package.json deno.json"},
		{programs: "bun", how: code, jobs: "x", reads: "*.js *.mjs *.cjs *.ts package.json"},
		{programs: "perl", how: code, reads: "*.pm *.pl", more: edited},
		{programs: "ruby", how: code, reads: "*.rb", more: edited},
		{programs: "php", how: code, reads: "*.php"},
		{programs: "lua luajit", how: code, reads: "*.lua"},
		{programs: `osascript tclsh wish julia rscript r groovy jshell irb ghci guile racket elixir iex erl escript swift scala kotlin expect
			ocaml sbcl raku`, how: code},
		{programs: "crystal nim", how: code, reads: "*.cr *.nim"},
		{programs: "awk gawk mawk nawk", how: code | first, files: "-f --file", more: edited},
		{programs: "sed gsed", how: code | first, files: "-f --file", more: edited},
		{programs: "ed", how: code | marks, operands: all, more: saved},
		{programs: "ex vi vim nvim view gvim", how: codes | marks, options: "-c --cmd", files: "-S -u -s -l", reads: ".vimrc .exrc init.vim init.lua", operands: all, more: saved},
		{programs: "emacs emacsclient", how: codes, options: "--eval --execute", files: "-l --load --script", reads: ".emacs init.el", operands: all, more: coded},
		{programs: "psql mysql mariadb", how: marks, files: "-f --file", reads: "*.sql", out: "-o --output", more: queried},
		{programs: "sqlite3 duckdb", how: marks, files: "-init", reads: "*.sql", operands: all, more: queried},
		{programs: "bpftrace m4 gm4 socat rpm rpmspec rpmbuild groff troff tex pdftex latex pdflatex xelatex lualatex gnuplot octave gs", how: codes},
	}
}

// files are the programs that write, fill or remove files.
func files() []row {
	return []row{
		{programs: "tee sponge dd", how: pours, operands: all, out: "of"},
		{programs: "touch truncate mkdir", how: blank | talks, operands: all},
		{programs: "gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 brotli uncompress", operands: namesakes, out: "-o --output"},
		{programs: "mktemp mkfifo mknod nano set-content out-file add-content clear-content new-item", operands: all, into: "-p --tmpdir"},
		{programs: "rm rmdir unlink shred trash trash-put rimraf remove-item del erase rd", operands: all, effect: effectRemove},
		{programs: "chmod chown chgrp chattr setfacl mount umount", operands: all, effect: effectFill},
		{programs: "cp install", how: copies | talks | looks, unless: "-t --t", into: "-t --target-directory", more: arrivals},
		{programs: "mv", how: copies | talks, into: "-t --target-directory", more: arrivals},
		{programs: "ln rsync", how: copies, options: "-e --rsh --rsync-path", operands: all, effect: effectFill, into: "-t --target-directory", more: arrivals},
		{programs: "scp", how: copies, options: "-S -o -D", into: "-t --target-directory", more: arrivals},
		{programs: "copy xcopy robocopy copy-item ditto move move-item rename-item", into: "-t --target-directory", more: arrivals},
		{programs: "rename prename file-rename", how: copies, more: renamings},
		{programs: "mmv mcp", how: copies, operands: others},
		{programs: "sftp", how: marks, options: "-S -o -D", operands: others},
		{programs: "sshfs", options: "-S -o -D", operands: others, effect: effectFill},
		{programs: "tar gtar bsdtar", options: "--checkpoint-action --to-command --use-compress-program -I -F --info-script --new-volume-script --rsh-command --rmt-command",
			into: "-C --directory --one-top-level", here: extracts, more: packed},
		{programs: "unzip", into: "-d", here: always},
		{programs: "7z 7za 7zr 7zz", into: "-o", here: always},
		{programs: "unrar expand-archive", operands: others, effect: effectFill, here: always},
		{programs: "cpio pax", operands: all, effect: effectFill, into: "-D --directory", here: always},
		{programs: "ar", operands: others, here: always},
		{programs: "zip", options: "-TT --unzip-command", operands: foremost},
		{programs: "patch", operands: foremost, out: "-o --output -r", into: "-d --directory", here: hasNoNames, more: patches},
		{programs: "apply_patch applypatch", more: patches},
		{programs: "wget", options: "--use-askpass -e --execute", out: "-O --output-document -o --output-file -a --append-output", into: "-P --directory-prefix", more: downloaded},
		{programs: "curl", out: "-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr", into: "--output-dir", more: downloaded},
		{programs: "nc ncat netcat", options: "-e --exec -c --sh-exec --lua-exec"},
		{programs: "tcpdump", options: "-z", out: "-w"},
		{programs: "sort", how: looks, unless: "-o -O --o --O --log --LOG +", options: "--compress-program", out: "-o --output"},
		{programs: "uniq", operands: others},
		{programs: "pandoc", options: "-F --filter", out: "-o --output"},
		{programs: "gpg iconv", out: "-o --output"},
		{programs: "openssl", out: "-out -keyout"},
		{programs: "ssh-keygen", out: "-f"},
		{programs: "split", how: copies, options: "--filter", operands: others, more: prefixed},
		{programs: "csplit", how: copies, more: prefixed},
		{programs: "find gfind", how: looks | searches, unless: "-exec -ok -delete -fprint -fls", options: "-exec -execdir -ok -okdir", out: "-fprint -fprint0 -fls -fprintf"},
		{programs: "fd fdfind", how: searches, options: "-x --exec -X --exec-batch"},
	}
}

// gits is git, and its uses.
func gits() []row {
	return []row{
		{programs: "git", jobs: "bisect run", lines: "submodule foreach, filter-branch, remote-ext", own: "for-each-repo",
			options: `-c --config-env -x --exec --extcmd --upload-pack --receive-pack -O --open-files-in-pager --sendmail-cmd --to-cmd --cc-cmd
				--header-cmd --browser --smtp-server --access-hook`,
			reads: ".git/hooks/* .husky/* .git/config .gitconfig"},
		{programs: "git-rm git-mv git-clean git-init git-worktree git-submodule git-restore git-stash git-checkout-index", operands: all, effect: effectFill},
		{programs: "git-checkout", operands: others, effect: effectMaybe, more: behindDashes},
		{programs: "git-clone", options: "-u", operands: namesakes, effect: effectFill},
		{programs: "git-fetch git-ls-remote git-pull", options: "-u"},
		{programs: "git-instaweb", options: "-b -d --httpd"},
		{programs: "git-apply git-am", into: "--directory", here: always, more: patches},
		{programs: "git-archive git-diff git-log git-show git-format-patch git-bundle", out: "-o --output", into: "--output-directory"},
	}
}
