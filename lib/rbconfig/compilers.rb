# How extensions in C are built for this Ruby: what `mkmf` writes into Makefiles. Values name each other by `$(name)`, so that
# a Makefile, or who calls make, may set one of them.

module RbConfig
  # The C API's headers: an installation's own, or those of the tree that the executable was built in. A file that only Rutile has tells them
  # from another Ruby's.
  def self.headers_folder
    installed = File.join(TOPDIR, "include", "rutile")
    above = TOPDIR
    4.times do
      tree = File.join(above, "include")
      return tree if File.file?(File.join(tree, "ruby", "api", "value.h"))
      above = File.dirname(above)
    end
    installed
  end

  # Warnings as extensions know them: on, but for those that old code is full of.
  WARNINGS = %w[
    -Wall -Wextra -Wdeprecated-declarations -Wimplicit-function-declaration -Wimplicit-int -Wpointer-arith -Wwrite-strings
    -Wno-cast-function-type -Wno-missing-field-initializers -Wno-long-long -Wno-parentheses -Wno-unused-parameter -Wno-clobbered
    -Wno-implicit-fallthrough -Wno-sign-compare
  ].join(" ").freeze

  COMPILERS = {
    "CC" => "gcc", "CXX" => "g++", "CPP" => "$(CC) -E", "GCC" => "yes", "GNU_LD" => "yes", "CC_WRAPPER" => "",
    "CFLAGS" => "$(cflags)", "cflags" => "$(optflags) $(debugflags) $(warnflags)",
    "CXXFLAGS" => "$(cxxflags)", "cxxflags" => "$(optflags) $(debugflags)",
    "optflags" => "-O3 -fno-fast-math", "debugflags" => "-g", "warnflags" => WARNINGS, "strict_warnflags" => "", "WERRORFLAG" => "-Werror",
    "CPPFLAGS" => "$(DEFS) $(cppflags)", "cppflags" => "", "DEFS" => "", "INCFLAGS" => "", "incflags" => "", "ARCH_FLAG" => "",
    "OUTFLAG" => "-o ", "COUTFLAG" => "-o ", "CSRCFLAG" => "", "CPPOUTFILE" => "-o conftest.i",
    "CCDLFLAGS" => "-fPIC", "ASMEXT" => "S"
  }.freeze

  # The part of the API that an extension needs is found in the executable that loads it: nothing is linked for it. Functions are bound when they are
  # first called. A library is needed where it is named, also before the archive that calls it.
  LINKING = {
    "LD" => "ld", "LDFLAGS" => "-L.",
    "LDSHARED" => "$(CC) -shared -Wl,--no-as-needed", "LDSHAREDXX" => "$(CXX) -shared -Wl,--no-as-needed", "DLDSHARED" => "$(CC) -shared -Wl,--no-as-needed",
    "DLDFLAGS" => "-Wl,-z,lazy", "ADDITIONAL_DLDFLAGS" => "", "EXTDLDFLAGS" => "", "EXTLDFLAGS" => "", "DLDLIBS" => "-lc",
    "LIBS" => "-lm -lpthread", "MAINLIBS" => "-ldl -lm -lpthread", "SOLIBS" => "$(MAINLIBS)",
    "LIBRUBY" => "", "LIBRUBY_A" => "", "LIBRUBY_SO" => "", "LIBRUBY_SONAME" => "", "LIBRUBY_ALIASES" => "",
    "LIBRUBYARG" => "", "LIBRUBYARG_SHARED" => "", "LIBRUBYARG_STATIC" => "",
    "LIBPATHFLAG" => "-L%1$-s", "RPATHFLAG" => "", "LINK_SO" => "", "POSTLINK" => ":", "EXPORT_PREFIX" => "", "SYMBOL_PREFIX" => "",
    "STRIP" => "strip -S -x", "AR" => "ar", "ARFLAGS" => "rcD ", "RANLIB" => "ranlib", "NM" => "nm", "AS" => "as",
    "OBJCOPY" => "objcopy", "OBJDUMP" => "objdump", "libdirname" => "libdir"
  }.freeze

  TOOLS = {
    "INSTALL" => "/usr/bin/install -c", "INSTALL_PROGRAM" => "$(INSTALL)", "INSTALL_SCRIPT" => "$(INSTALL)",
    "INSTALL_DATA" => "$(INSTALL) -m 644", "CP" => "cp", "LN_S" => "ln -s", "RM" => "rm -f", "RMALL" => "rm -fr",
    "RMDIR" => "rmdir --ignore-fail-on-non-empty", "RMDIRS" => "rmdir --ignore-fail-on-non-empty -p", "MKDIR_P" => "mkdir -p",
    "MAKEDIRS" => "mkdir -p", "CHDIR" => "cd -P", "NULLCMD" => ":", "ECHO_N" => "-n", "ECHO_C" => "", "ECHO_T" => "", "SET_MAKE" => "",
    "GREP" => "grep", "EGREP" => "grep -E", "PKG_CONFIG" => "pkg-config", "TRY_LINK" => "", "COMMON_HEADERS" => "", "COMMON_LIBS" => "",
    "COMMON_MACROS" => "", "STATIC" => "", "EXTOUT" => ".ext", "MKMF_VERBOSE" => "0", "MAKEFILES" => "Makefile GNUmakefile"
  }.freeze
  private_constant :WARNINGS, :COMPILERS, :LINKING, :TOOLS

  # The values as they are written into Makefiles: folders of this Ruby's are counted from its own.
  def self.makefile_values(values)
    whole = "#{TOPDIR}/"
    values.to_h do |key, value|
      next [key, "$(prefix)"] if key == "exec_prefix"
      next [key, value.dup] unless key.end_with?("dir", "prefix") && value.start_with?(whole) && !key.start_with?("rubyhdr", "rubyarchhdr")
      [key, "$(exec_prefix)/#{value.delete_prefix(whole)}"]
    end.update(COMPILERS, LINKING, TOOLS)
  end
  private_class_method :headers_folder, :makefile_values
end
