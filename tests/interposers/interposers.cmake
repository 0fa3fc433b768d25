# Other libraries between a program and its MPI: profiling tools, translations, hooks of dlsym(). Each must work beside us as without us.

# add_interposer(MPI NAME FLAGS...): NAME.c into NAME.so.
function(add_interposer mpi name source)
  set(library ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi}/${name}.so)
  add_custom_command(OUTPUT ${library}
    COMMAND ${MPITRACE_TEST_${mpi}_MPICC} -g -fPIC -shared -o ${library} ${source} ${ARGN} DEPENDS ${source} VERBATIM)
  add_custom_target(${mpi}_${name}_so ALL DEPENDS ${library})
endfunction()

# Knows no MPI; clocks/ uses it.
add_library(skewed_node MODULE ${CMAKE_CURRENT_LIST_DIR}/skewed_node.c)
set_target_properties(skewed_node PROPERTIES PREFIX "")

foreach(mpi ${mpitrace_mpis})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi})
  set(real_mpi libmpich.so.12)
  if(mpi STREQUAL openmpi)
    set(real_mpi libmpi.so.40)
  endif()
  add_interposer(${mpi} chained_tool ${CMAKE_CURRENT_LIST_DIR}/chained_tool.c)
  add_interposer(${mpi} deepbound ${CMAKE_CURRENT_LIST_DIR}/deepbound.c -DPLUGIN)
  add_custom_command(OUTPUT ${folder}/deepbound
    COMMAND ${CMAKE_C_COMPILER} -g -o ${folder}/deepbound ${CMAKE_CURRENT_LIST_DIR}/deepbound.c
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/deepbound.c VERBATIM)
  add_custom_command(OUTPUT ${folder}/other_dlsym.so
    COMMAND ${CMAKE_C_COMPILER} -g -fPIC -shared -o ${folder}/other_dlsym.so ${CMAKE_CURRENT_LIST_DIR}/other_dlsym.c
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/other_dlsym.c VERBATIM)
  add_custom_target(${mpi}_interposers ALL DEPENDS ${folder}/deepbound ${folder}/other_dlsym.so)
  set(cases chained chained_off before deepbound dlsym_before dlsym_behind dlsym_off)
  # Open MPI's predefined handles are variables of its library, which a translation cannot lend.
  if(mpi STREQUAL mpich)
    add_custom_command(OUTPUT ${folder}/libtranslator.so ${folder}/barriers
      COMMAND ${MPITRACE_TEST_${mpi}_MPICC} -g -fPIC -shared -nodefaultlibs -Wl,-soname,libtranslator.so
              -DREAL_MPI="${real_mpi}" -Wl,--as-needed -o ${folder}/libtranslator.so
              ${CMAKE_CURRENT_LIST_DIR}/translator.c -lc
      COMMAND ${MPITRACE_TEST_${mpi}_MPICC} -g -Wl,--as-needed -Wl,-rpath,${folder} -o ${folder}/barriers
              ${CMAKE_CURRENT_LIST_DIR}/barriers.c ${folder}/libtranslator.so
      DEPENDS ${CMAKE_CURRENT_LIST_DIR}/translator.c ${CMAKE_CURRENT_LIST_DIR}/barriers.c VERBATIM)
    add_custom_target(${mpi}_translator ALL DEPENDS ${folder}/barriers)
    list(APPEND cases translator)
  endif()
  foreach(case ${cases})
    add_test(NAME interposers.${mpi}.${case} COMMAND ${CMAKE_CURRENT_LIST_DIR}/interposers.sh ${case}
      $<TARGET_FILE:mpitrace> $<TARGET_FILE:mpitrace_tool> ${MPITRACE_TEST_${mpi}_MPIRUN} ${folder})
    set_tests_properties(interposers.${mpi}.${case} PROPERTIES LABELS mpi PROCESSORS 2 TIMEOUT 120)
  endforeach()
endforeach()
