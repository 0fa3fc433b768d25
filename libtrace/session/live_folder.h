// SPDX-License-Identifier: BSD-3-Clause
// The folder that MPITRACE_LIVE names: made where it is missing, and taken away again when its last live file is gone.
// A folder that the user made stays. Knows nothing of the files in it.
#pragma once

namespace mpitrace::session {

// False when it cannot be made; errno says why. One that is made gets a mark, since any rank may be the one that leaves
// last.
bool make_live_folder(const char* path) noexcept;

// Does nothing unless the folder has the mark and holds nothing else.
void remove_live_folder(const char* path) noexcept;

}  // namespace mpitrace::session
