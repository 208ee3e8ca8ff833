a
x
c
