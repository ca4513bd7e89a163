FROM alpine:3.20
COPY --chmod=0755 <<EOF /start.sh
#!/bin/sh
/app --port 8080
EOF
ENTRYPOINT ["/start.sh"]
