FROM debian:12-slim
COPY app /usr/local/bin/app
ENTRYPOINT ["app", "--port", "8080",]
