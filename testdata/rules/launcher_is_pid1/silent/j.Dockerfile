FROM maven:3
CMD ["mvn", "verify"]
