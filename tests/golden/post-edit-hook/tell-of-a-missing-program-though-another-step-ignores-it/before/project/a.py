x = 2
y=1
w=1
z = 0
