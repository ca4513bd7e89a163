FROM registry.access.redhat.com/ubi9/ubi
COPY app /app
ENTRYPOINT /app | tee /var/log/app.log
