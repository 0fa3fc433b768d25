# Each library numbers its errors in its own way.
s/result=[0-9]*/result=N/
