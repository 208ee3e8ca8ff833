(sleep 0.6; echo late > late.txt) & sleep 30
