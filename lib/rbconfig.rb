# RbConfig: what this Ruby was built for and where its parts are.

# The machine that the library was configured for, if that is another than this.
CROSS_COMPILING = nil unless defined?(CROSS_COMPILING)

module RbConfig
  TOPDIR = File.dirname(File.dirname(Primitive.executable_path)).freeze
  DESTDIR = ""
  CONFIG = {}
  require "rbconfig/compilers"

  # The folders, counted from the executable and from where the standard library is.
  def self.fill_folders(config)
    headers = headers_folder
    config.update(
      "prefix" => TOPDIR, "exec_prefix" => TOPDIR, "DESTDIR" => DESTDIR,
      "bindir" => File.dirname(Primitive.executable_path), "sbindir" => File.join(TOPDIR, "sbin"),
      "libdir" => File.join(TOPDIR, "lib"), "libexecdir" => File.join(TOPDIR, "libexec"),
      "datarootdir" => File.join(TOPDIR, "share"), "datadir" => File.join(TOPDIR, "share"),
      "mandir" => File.join(TOPDIR, "share", "man"), "ridir" => File.join(TOPDIR, "share", "ri"),
      "includedir" => File.join(TOPDIR, "include"), "oldincludedir" => "/usr/include",
      "rubyhdrdir" => headers, "rubyarchhdrdir" => headers,
      "sysconfdir" => "/etc", "localstatedir" => "/var"
    )
    library = Rutile.standard_library
    architecture = File.join(library, RUBY_PLATFORM)
    config.update(
      "rubylibprefix" => File.dirname(library), "rubylibdir" => library, "topdir" => architecture,
      "rubyarchdir" => architecture, "archdir" => architecture
    )
    fill_own_folders(config, "site")
    fill_own_folders(config, "vendor")
  end

  # `site_ruby` and `vendor_ruby` belong to this Ruby, also where the standard library is another's.
  def self.fill_own_folders(config, kind)
    folder = File.join(TOPDIR, "lib", "rutile", "#{kind}_ruby")
    library = File.join(folder, config["ruby_version"])
    config.update("#{kind}dir" => folder, "#{kind}libdir" => library, "#{kind}archdir" => File.join(library, RUBY_PLATFORM))
  end

  def self.fill_versions(config)
    major, minor, teeny = RUBY_VERSION.split(".")
    config.update(
      "MAJOR" => major, "MINOR" => minor, "TEENY" => teeny, "PATCHLEVEL" => RUBY_PATCHLEVEL.to_s,
      "ruby_version" => "#{major}.#{minor}.0", "RUBY_API_VERSION" => "#{major}.#{minor}",
      "RUBY_PROGRAM_VERSION" => RUBY_VERSION, "RUBY_VERSION_NAME" => "rutile-#{major}.#{minor}.0"
    )
  end

  def self.fill_platform(config)
    cpu = RUBY_PLATFORM.split("-").first
    config.update(
      "arch" => RUBY_PLATFORM, "sitearch" => RUBY_PLATFORM, "platform" => RUBY_PLATFORM,
      "host" => "#{cpu}-pc-linux-gnu", "host_cpu" => cpu, "host_os" => "linux", "host_vendor" => "pc", "host_alias" => "",
      "build" => "#{cpu}-pc-linux-gnu", "build_cpu" => cpu, "build_os" => "linux", "build_vendor" => "pc", "build_alias" => "",
      "target" => "#{cpu}-pc-linux-gnu", "target_cpu" => cpu, "target_os" => "linux", "target_vendor" => "pc", "target_alias" => "",
      "EXEEXT" => "", "EXECUTABLE_EXTS" => "", "OBJEXT" => "o", "LIBEXT" => "a", "DLEXT" => "so", "SOEXT" => "so",
      "SHELL" => "/bin/sh", "PATH_SEPARATOR" => ":", "ENABLE_SHARED" => "no", "LIBRUBY_RELATIVE" => "yes", "CROSS_COMPILING" => "no",
      "THREAD_MODEL" => "pthread", "LIBPATHENV" => "LD_LIBRARY_PATH", "PRELOADENV" => "LD_PRELOAD",
      "configure_args" => "", "UNICODE_VERSION" => "16.0.0", "UNICODE_EMOJI_VERSION" => "16.0"
    )
  end

  def self.fill_names(config)
    name = File.basename(Primitive.executable_path)
    config.update(
      "ruby_install_name" => name, "RUBY_INSTALL_NAME" => name, "RUBYW_INSTALL_NAME" => "", "rubyw_install_name" => "",
      "RUBY_BASE_NAME" => "rutile", "RUBYW_BASE_NAME" => "", "RUBY_SO_NAME" => "rutile", "ruby_pc" => "rutile.pc",
      "PACKAGE" => "rutile"
    )
  end
  private_class_method :fill_folders, :fill_own_folders, :fill_versions, :fill_platform, :fill_names

  fill_versions(CONFIG)
  fill_folders(CONFIG)
  fill_platform(CONFIG)
  fill_names(CONFIG)
  # Values that name others, for Makefiles; CONFIG has them with all of that replaced.
  MAKEFILE_CONFIG = makefile_values(CONFIG)

  def self.ruby
    File.join(CONFIG["bindir"], CONFIG["ruby_install_name"] + CONFIG["EXEEXT"])
  end

  # `$(name)` in a value, replaced by what it names.
  def self.expand(value, config = CONFIG)
    value.gsub!(/\$\$|\$\([^()]+\)|\$\{[^{}]+\}/) do |reference|
      name = reference[2..-2]
      next "$" if name.empty?
      config.key?(name) ? expand(config[name].dup, config) : reference
    end
    value
  end

  MAKEFILE_CONFIG.each { |key, value| CONFIG[key] ||= expand(value.dup, MAKEFILE_CONFIG) }

  def self.fire_update!(key, value, mkconf = MAKEFILE_CONFIG, conf = CONFIG)
    return if mkconf[key] == value && conf[key] == value
    mkconf[key] = value.dup
    conf[key] = expand(value.dup, conf)
    [key]
  end
end
