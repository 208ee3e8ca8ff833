ls -l "$1" | cut -c 1-10; exit 1
