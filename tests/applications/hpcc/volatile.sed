# SPDX-License-Identifier: BSD-3-Clause
# HPCC's output is nearly all times and rates. Kept are its sections and verdicts: errors found, tests passed, failed and skipped, the
# result.
/ tests |[Ee]rrors?[ :=]|^Success=|^(Begin|End) of /!d
