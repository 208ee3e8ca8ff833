# Waits for the other.
touch "$2"; until test -e "$3"; do sleep 0.02; done
echo "$1:2:1: $2"; exit 1
