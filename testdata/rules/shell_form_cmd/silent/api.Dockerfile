FROM debian:12-slim
COPY app /usr/local/bin/app
SHELL ["/bin/bash", "-c"]
CMD app --port "$PORT"
