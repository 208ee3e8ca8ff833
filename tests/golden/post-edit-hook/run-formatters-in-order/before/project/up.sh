tr a-z A-Z < "$1" > up.txt && cat up.txt > "$1" && rm up.txt
