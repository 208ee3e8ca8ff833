(sleep 2; echo late > late.txt) & sleep 30
