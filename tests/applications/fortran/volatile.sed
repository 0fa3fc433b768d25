# SPDX-License-Identifier: BSD-3-Clause
# Nothing of the output changes from run to run.
