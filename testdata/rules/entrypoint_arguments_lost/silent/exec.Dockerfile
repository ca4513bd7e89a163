FROM fedora:41
ENTRYPOINT ["/opt/importer"]
CMD ["--workers", "4"]
