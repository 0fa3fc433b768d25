# The warnings every target of ours is built with. MPITRACE_WERROR makes them errors: on in every preset, off for users.
add_library(mpitrace_warnings INTERFACE)
target_compile_options(mpitrace_warnings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
                                                   -Wundef $<$<BOOL:${MPITRACE_WERROR}>:-Werror>)
