FROM mcr.microsoft.com/windows/servercore:ltsc2022
ENTRYPOINT app.exe
