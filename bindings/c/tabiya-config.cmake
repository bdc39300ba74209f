# The target tabiya::tabiya, for find_package(tabiya).
get_filename_component(TABIYA_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET tabiya::tabiya)
  find_package(Threads REQUIRED)
  add_library(tabiya::tabiya STATIC IMPORTED)
  set_target_properties(tabiya::tabiya PROPERTIES
    IMPORTED_LOCATION "${TABIYA_PREFIX}/lib/libtabiya_c.a"
    INTERFACE_INCLUDE_DIRECTORIES "${TABIYA_PREFIX}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
endif()
