import os

limit = 1000000
