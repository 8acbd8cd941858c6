# Loading files: require, load, and where features are looked for.

module Rutile
  # Features that are part of the core, and so "loaded" from the beginning.
  BUILT_IN = ["enumerator", "rational", "complex", "thread", "fiber", "ruby2_keywords"].freeze
  RUBY_ENDINGS = [".rb"].freeze
  NO_ENDINGS = [""].freeze

  @loading = {}
  @features_by_stem = {}
  @indexed = 0
  @real_paths = {}
  # Names of extensions whose native half is part of this program.
  @native_features = []

  class << self
    attr_reader :loading, :real_paths, :native_features
  end

  # The file that a feature's name stands for: [kind, path]; nil where there is none.
  # `kind` is :file, :extension for a shared object, or :built_in for what needs no file.
  def self.find_feature(name)
    if name.start_with?("rutile/")
      own = find_extension(name)
      return own if own
    end
    return [:built_in, name] if built_in?(name)
    return find_extension(name) || find_extension_file(name, NO_ENDINGS) if name.end_with?(".so")
    endings = name.end_with?(".rb") ? NO_ENDINGS : RUBY_ENDINGS
    path = Primitive.load_find(name, load_folders, endings)
    return [:file, path] if path
    return nil if name.end_with?(".rb")
    found = find_extension_file(name)
    found && (find_extension("#{name}.so") || found)
  end

  # The half of our own library that stands for an extension: `name.so.rb`, or all of `name`.
  def self.find_extension(name)
    return nil if name.start_with?("/", "./", "../", "~")
    folders = [Primitive.load_library_folder]
    path = Primitive.load_find(name, folders, RUBY_ENDINGS) || Primitive.load_find(name.delete_suffix(".so"), folders, RUBY_ENDINGS)
    path && [:file, path]
  end

  # The file that the load path has for a feature behind our own library, for a file there that adds to it.
  def self.require_behind_library(name)
    own = Primitive.load_library_folder
    folders = load_folders.drop_while { |folder| folder != own }.drop(1)
    path = Primitive.load_find(name, folders, RUBY_ENDINGS) || load_error(name)
    require_feature(path)
  end

  def self.built_in?(name)
    base = name.delete_suffix(".rb").delete_suffix(".so")
    return true if BUILT_IN.include?(base) || base.start_with?("enc/") && encoding_feature?(base)
    native_features.include?(base) && !name.end_with?(".rb") && (name.end_with?(".so") || !Primitive.load_find(name, load_folders, RUBY_ENDINGS))
  end

  # Encodings and their conversions are files of their own elsewhere; here all are built in.
  def self.encoding_feature?(base)
    name = base.delete_prefix("enc/")
    name.start_with?("trans/") || Encoding.name_list.any? { |known| known.downcase.tr("-", "_") == name }
  end

  # Whether the running thread is loading the file. Where nothing is loaded that may be it, it is not looked for.
  def self.loading_here?(name)
    stem = feature_stem(name)
    return false unless loading.any? { |_, loader| loader[3] == stem || loader[4] == stem }
    kind, path = find_feature(name)
    (kind == :file || kind == :extension) && (loader = loading[Primitive.load_real_path(path)]) && loaded_here?(loader)
  end

  # Whether `$LOADED_FEATURES` has a feature of this name, as it stands or from a folder of the load path: :loaded,
  # or :there for one that a Ruby file of the name comes before; otherwise nil.
  def self.provided(name)
    index_features unless @indexed == @loaded_features.size && Primitive.identical(@last_indexed, @loaded_features.last)
    features = @features_by_stem[feature_stem(name)]
    return nil unless features
    endings = features.map { |feature| ending_behind(feature, name) }
    return :loaded if endings.include?(".rb") || (endings.include?("") && name.end_with?(".rb", ".so"))
    endings.any? { |ending| ending == "" || ending == ".so" } ? :there : nil
  end

  def self.feature_stem(name)
    start = name.rindex("/")
    start = start ? start + 1 : 0
    finish = name.size
    finish -= 3 if name.end_with?(".rb", ".so")
    name[start, finish - start]
  end

  # The features by the last part of their names, whatever their endings.
  def self.index_features
    if @indexed > @loaded_features.size || @indexed == 0 || !Primitive.identical(@last_indexed, @loaded_features[@indexed - 1])
      @features_by_stem = {}
      @indexed = 0
    end
    while @indexed < @loaded_features.size
      @last_indexed = @loaded_features[@indexed]
      text = to_path(@last_indexed)
      (@features_by_stem[feature_stem(text)] ||= []) << text
      @indexed += 1
    end
  end

  # The files behind a feature's name that stands for others.
  def self.ending_behind(feature, name)
    return feature[name.size..] if feature.start_with?(name)
    at = feature.size - name.size
    at -= 3 if feature.end_with?(".rb", ".so") && !name.end_with?(".rb", ".so")
    return nil unless at > 1 && !name.start_with?("/") && feature[at - 1] == "/" && feature[at, name.size] == name
    on_load_path?(feature[0, at - 1]) ? feature[(at + name.size)..] : nil
  end

  def self.require_feature(name)
    asked = name
    there = provided(name)
    if !there && name.start_with?("./", "../", "~")
      name = File.__expand(name, nil, true)
      there = provided(name)
    end
    return false if there == :loaded
    kind, path = find_feature(name)
    return there ? false : require_from_gems(asked) unless kind
    # A library that was built and loaded is not to have our own half of it beside it.
    return false if there && path.start_with?("#{Primitive.load_library_folder}/")
    return require_from_gems(asked) if has_newer_gem?(name, path)
    return provide(path) if kind == :built_in
    return false if provided(path) == :loaded
    raise RuntimeError, "$LOADED_FEATURES is frozen; cannot append feature" if @loaded_features.frozen?
    real = Primitive.load_real_path(path)
    lock = Thread::Mutex.allocate
    lock.try_lock
    own = [Primitive.current_thread, lock, Primitive.current_fiber, feature_stem(path), feature_stem(real)]
    until feature_loaded?(real)
      # Nothing comes between looking and storing.
      loader = (@loading[real] ||= own)
      return load_feature(kind, path, real, own) if Primitive.identical(loader, own)
      # A process that was forked meanwhile has not the thread that loads.
      unless loader[0].alive?
        @loading.delete(real)
        next
      end
      return circular_require(path) if loaded_here?(loader)
      loader[1].__await
    end
    false
  end

  # Whether it is the running code that loads a file: its fiber, or one that waits for that. Another fiber of the thread is waited
  # for where a scheduler can run it meanwhile, and where there is none it would never come to its end.
  def self.loaded_here?(loader)
    return false unless Primitive.identical(loader[0], Primitive.current_thread)
    nil.equal?(Primitive.current_scheduler) || Primitive.fiber_leads_here(loader[2])
  end

  # The warning says its place twice, and how it came there, outermost first.
  def self.circular_require(path)
    return false unless $VERBOSE
    place = Primitive.caller_position(0)
    traveller = runtime_error("")
    Primitive.record_backtrace(traveller)
    way = Primitive.exception_locations(traveller).reverse.map do |location|
      inner = location.label[/\A(?:(?:block|rescue|ensure) (?:\(\d+ levels\) )?in )*/]
      "\tfrom #{location.path}:#{location.lineno}:in  '#{inner}#{location.base_label}'\n"
    end
    warn_at(place, "#{place}: warning: loading in progress, circular require considered harmful - #{path}\n#{way.join}")
    false
  end

  # Runs a file, unless that was done a moment ago; other threads that require it wait for the lock.
  def self.load_feature(kind, path, real, own)
    return false if feature_loaded?(real)
    if kind == :extension
      run_extension(path)
    elsif (instead = replacement(path))
      Kernel.require(instead)
    else
      run_file(path, nil)
    end
    adapt(path)
    real_paths[real] = path
    @loaded_features << path.freeze unless internal?(path) || @loaded_features.include?(path)
    true
  ensure
    loading.delete(real)
    Primitive.load_settled if loading.empty?
    own[1].unlock
  end

  # Features that go by an engine's name, not by their contents: each with the file that is loaded in its place.
  ADAPTATIONS = {
    "/concurrent/utility/engine.rb" => "rutile/adaptations/concurrent_ruby",
    "/bundler/force_platform.rb" => "rutile/adaptations/bundler_platforms",
    "/bundler/definition.rb" => "rutile/adaptations/bundler_definition",
    "/bundler/shared_helpers.rb" => "rutile/adaptations/bundler_shared_helpers",
    "/bundler/stub_specification.rb" => "rutile/adaptations/bundler_stub_specification",
    "/mkmf.rb" => "rutile/adaptations/mkmf",
    "/rubygems/ext/ext_conf_builder.rb" => "rutile/adaptations/extension_builder",
    "/rubygems/ext/cargo_builder.rb" => "rutile/adaptations/cargo_builder",
    "/rb_sys/cargo_builder.rb" => "rutile/adaptations/rb_sys",
    "/rubygems/command_manager.rb" => "rutile/adaptations/gem_commands",
    "/rubygems/installer.rb" => "rutile/adaptations/gem_installer",
    "/skiptrace/version.rb" => "rutile/adaptations/skiptrace",
    "/lib/stackprof.rb" => "rutile/adaptations/stackprof",
    "/lib/thread_safe.rb" => "rutile/adaptations/thread_safe"
  }.freeze

  # Their files for engines without C extensions, or for those whose names they know, and the feature that has what these are for.
  REPLACEMENTS = { "/prism/ffi.rb" => "prism/prism.so", "/lib/ffi.rb" => "rutile/adaptations/ffi" }.freeze

  def self.replacement(path)
    REPLACEMENTS.each { |ending, feature| return feature if path.end_with?(ending) }
    nil
  end

  def self.adapt(path)
    ADAPTATIONS.each { |ending, feature| Kernel.require(feature) if path.end_with?(ending) }
  end

  # A feature that the load path does not have: RubyGems, which replaces `require`, may know a gem that has it.
  def self.require_from_gems(name)
    load_error(name) unless gems_offered? && !name.start_with?("/", ".", "~") && find_feature("rubygems")
    Kernel.require("rubygems")
    __send__(:require, name)
  end

  # Whether a file is one that only Rutile's library has. No program asks for it by itself, so none finds it among the features.
  def self.internal?(path) = path.start_with?("#{Primitive.load_library_folder}/rutile/")

  # Whether a file was loaded and is still among the features.
  def self.feature_loaded?(real)
    path = real_paths[real]
    return false unless path
    return true if internal?(path) || @loaded_features.include?(path)
    real_paths.delete(real)
    false
  end

  # Notes a feature without a file; true the first time.
  def self.provide(name)
    feature = name.end_with?(".rb", ".so") ? name : "#{name}.so"
    base = feature.delete_suffix(".so").delete_suffix(".rb")
    return false if BUILT_IN.include?(base) || @loaded_features.include?(feature)
    @loaded_features << feature.dup.freeze
    true
  end

  def self.run_file(path, wrap)
    main = wrap && main_within(wrap)
    return Primitive.run_library(path, nil, wrap, main) if Primitive.load_is_library(path)
    source = Primitive.load_read(path) || File.binread(path).delete_prefix("\xEF\xBB\xBF".b).force_encoding(Encoding::UTF_8)
    load_error(path) if Primitive.is_fixnum(source)
    Primitive.run_source(source, path, wrap, main)
  end

  def self.load_error(name)
    error = LoadError.new("cannot load such file -- #{name}#{missing_library_hint unless name.start_with?("/", ".", "~")}")
    error.__path = name
    raise error
  end

  # The file given to `load`: on the load path, or counted from the current folder.
  def self.find_loadable(name)
    found = Primitive.load_find(name, load_folders, NO_ENDINGS)
    found || Primitive.load_find("./#{name}", load_folders, NO_ENDINGS)
  end

  # The folder that `require_relative` counts from.
  def self.relative_base
    path = Primitive.program_path
    raise LoadError, "cannot infer basepath" if nil.equal?(path) || path.start_with?("(eval")
    return Primitive.current_folder if path == "-e" || path == "-"
    path = source_file(path) || path unless path.start_with?("/")
    Primitive.load_folder(Primitive.load_real_path(Primitive.load_absolute(path, nil)))
  end

  def self.load_path(name = nil)
    @load_path
  end

  def self.loaded_features(name = nil)
    @loaded_features
  end

  def self.resolve_feature(name)
    kind, path = find_feature(to_path(name))
    return nil unless kind
    kind == :file ? [:rb, path] : [:so, path]
  end

  @load_path = []
  @loaded_features = []
  BUILT_IN.each { |name| @loaded_features << (name == "ruby2_keywords" ? "#{name}.rb" : "#{name}.so") }
  def @load_path.resolve_feature_path(name) = Rutile.resolve_feature(name)
  Primitive.hook_global(:$LOAD_PATH, :load_path, nil)
  Primitive.hook_global(:$LOADED_FEATURES, :loaded_features, nil)
end

alias $: $LOAD_PATH
alias $-I $LOAD_PATH
alias $" $LOADED_FEATURES

module Kernel
  def require(name)
    name = Rutile.to_path(name)
    # A part of RubyGems expects the whole to be there, as it is from the start elsewhere.
    Rutile.require_feature("rubygems") if name.start_with?("rubygems/") && Rutile.gems_offered?
    Rutile.require_feature(name)
  end

  def require_relative(name)
    Rutile.require_feature(Primitive.load_absolute(Rutile.to_path(name), Rutile.relative_base))
  end

  def load(name, wrap = false)
    name = Rutile.to_path(name)
    path = Rutile.find_loadable(name) || Rutile.load_error(name)
    wrap = case wrap
           when Module then wrap
           when nil, false then nil
           else Module.new
           end
    Rutile.run_file(path, wrap)
    true
  end
  module_function :require, :require_relative, :load
end
