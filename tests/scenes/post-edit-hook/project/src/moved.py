x=1
somebody wrote this
