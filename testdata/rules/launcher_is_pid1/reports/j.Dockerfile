FROM maven:3
ENTRYPOINT ["mvn", "spring-boot:run"]
