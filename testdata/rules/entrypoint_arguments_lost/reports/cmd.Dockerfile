FROM fedora:41
ENTRYPOINT /opt/importer --log
CMD ["--workers", "4"]
