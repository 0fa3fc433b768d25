# SPDX-License-Identifier: BSD-3-Clause
# Times and what is derived from them: the loop's time, the share of CPU, the table of phases, the wall time.
/^Loop time of /d
/^Performance: /d
/% CPU use with /d
/^(Pair|Neigh|Comm|Output|Modify|Other) +\|/d
/^Total wall time: /d
/create_atoms CPU = /d
