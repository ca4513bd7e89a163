FROM registry.example.com/base:1
CMD ["nginx", "-g", "daemon off;"]
