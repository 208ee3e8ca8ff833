echo garbage > "$1"
(sleep 30; echo late > late.txt) & sleep 30
