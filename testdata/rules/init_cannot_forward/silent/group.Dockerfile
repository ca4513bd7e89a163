FROM debian:12
ENTRYPOINT ["/usr/bin/tini", "-g", "--", "/app"]
