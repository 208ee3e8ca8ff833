token = 'sk-0123'
