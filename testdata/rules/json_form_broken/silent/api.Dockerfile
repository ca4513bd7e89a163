FROM debian:12-slim
COPY app /usr/local/bin/app
CMD [ -f /etc/app ] && exec app
