# SPDX-License-Identifier: BSD-3-Clause
# The times and the rate of each solution; its sizes and verdict stay.
s/^(WALL|CPU )(.*) +[0-9.]+ +[0-9.]+ +[0-9.]+ +([A-Z]+)$/\1\2 \3/
