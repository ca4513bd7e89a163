FROM alpine:3.20
COPY app /app
ENTRYPOINT /app --port 8080
