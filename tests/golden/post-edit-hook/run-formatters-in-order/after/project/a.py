X = 2
Y = 1
W = 1
Z = 0
