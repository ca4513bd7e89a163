# METADATA
# title: A launcher is PID 1 instead of the server
# description: |
#   npm, yarn, Maven and their like start the server as a grandchild, often through another shell. They get the stop signal first, and
#   either drop it or end before the server has drained; apachectl is a shell script that waits for httpd and passes nothing on.
# related_resources:
#   - ref: https://github.com/nodejs/docker-node/blob/main/docs/BestPractices.md#cmd
#     description: Docker and Node.js best practices
#   - ref: https://docs.docker.com/reference/dockerfile/#shell-and-exec-form
#     description: Shell and exec form
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [Launcher]
#   tags: [signals, pid-1, Dockerfile]
#   remediation: |
#     Start the server itself: ["node", "server.js"], ["java", "-jar", "app.jar"], ["apache2-foreground"] or ["httpd", "-DFOREGROUND"].
package drainlint.rules.signals.launcher_is_pid1

import data.drainlint.lib.processes

violations contains {
	"at": s.at,
	"severity": _severity(s),
	"message": sprintf("%s%s is PID 1 and starts the server as a child: it gets the stop signal instead of the server, and ends or drops it before that has drained", [s.who, _launcher(s.program)]),
	"proof": [processes.starts(s)],
	"change": _change(processes.name(s.program[0])),
	"flow": processes.flow(s),
} if {
	some s in processes.all
	s.init == ""
	_receives(s.shell)
	_launcher(s.program)
}

# change says what to start instead.
_change(name) := "start Apache itself: [\"sh\", \"-c\", \". /etc/apache2/envvars && exec apache2 -DFOREGROUND\"], or [\"httpd\", \"-DFOREGROUND\"], with STOPSIGNAL SIGWINCH, on which it drains" if {
	name in {"apachectl", "apache2ctl"}
} else := "start what the script starts: [\"node\", \"server.js\"]" if {
	name in {"npm", "npx", "yarn", "pnpm", "bun"}
} else := "build the program and start it: [\"/app\"]" if {
	name in {"go", "dotnet"}
} else := "build the application and start it: [\"java\", \"-jar\", \"app.jar\"]" if {
	name in {"mvn", "mvnw", "gradle", "gradlew"}
} else := "serve it with a server for production, such as [\"gunicorn\", \"app:app\"]" if {
	name == "flask"
} else := "start the server itself in exec form"

_receives(s) if not s.used

_receives(s) if s.stays == "no"

_severity(s) := "note" if s.weight == "note"

_severity(s) := "warning" if s.weight != "note"

_launcher(argv) := sprintf("%s %s", [_name(argv[0]), argv[1]]) if {
	count(argv) > 1
	argv[1] in _commands[_name(argv[0])]
} else := _name(argv[0]) if {
	_name(argv[0]) in {"apachectl", "apache2ctl"}
} else := _name(argv[0]) if {
	_name(argv[0]) in {"mvn", "mvnw", "gradle", "gradlew"}
	some goal in array.slice(argv, 1, count(argv))
	_serves(goal)
}

# Goals that run a server; all others build something and end.
_serves(goal) if {
	some word in {"bootRun", "spring-boot:run", "jetty:run", "tomcat", "exec:java", "quarkusDev", "quarkus:dev", "appRun", "cargo:run"}
	contains(goal, word)
}

_serves("run")

_commands := {
	"npm": {"start", "run", "run-script", "exec"},
	"yarn": {"start", "run", "serve"},
	"pnpm": {"start", "run", "exec"},
	"bun": {"run", "start"},
	"go": {"run"},
	"dotnet": {"run", "watch"},
	"flask": {"run"},
	"service": {"nginx", "apache2", "httpd"},
}

_name(word) := split(word, "/")[count(split(word, "/")) - 1]
