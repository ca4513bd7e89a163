FROM node:22-slim
ENTRYPOINT ["tini", "--"]
CMD ["npm", "start"]
