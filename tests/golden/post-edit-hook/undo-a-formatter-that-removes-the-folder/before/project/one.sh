rm -r "$2"
exit 1
