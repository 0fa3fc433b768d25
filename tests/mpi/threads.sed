# How the threads take turns decides which numbers their requests get, and MPI may give several finished sends one handle.
s/ request=[0-9]*//
s/ done=.*//
