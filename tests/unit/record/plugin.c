// SPDX-License-Identifier: BSD-3-Clause
// A library that a program loads and lets go again.
void mpitrace_plugin(void);
void mpitrace_plugin(void) {}
