FROM node:22
ENTRYPOINT ["node", "server.js"]
