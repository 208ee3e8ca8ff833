def f():
	# one
	return 1

x = 1
