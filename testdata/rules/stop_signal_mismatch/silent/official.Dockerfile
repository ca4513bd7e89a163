FROM nginx:1.27
COPY site /usr/share/nginx/html
