module a
