# Loading files: require, load, and where features are looked for.

module Rutile
  # What is part of the core, and so "loaded" from the beginning.
  BUILT_IN = %w[enumerator rational complex thread fiber ruby2_keywords].freeze

  @loading = {}
  @real_paths = {}
  # Names of extensions whose native half is part of this program.
  @native_features = []

  class << self
    attr_reader :loading, :real_paths, :native_features
  end

  # The file that a feature's name stands for: [kind, path]; nil where there is none.
  # `kind` is :file, or :built_in for what needs no file.
  def self.find_feature(name)
    return [:built_in, name] if built_in?(name)
    return find_at(File.expand_path(name)) if name.start_with?("/", "~", "./", "../")
    $LOAD_PATH.each do |folder|
      found = find_at(File.expand_path(name, to_path(folder)))
      return found if found
    end
    nil
  end

  def self.built_in?(name)
    base = name.delete_suffix(".rb").delete_suffix(".so")
    BUILT_IN.include?(base) || (name.end_with?(".so") && native_features.include?(base))
  end

  # A path with or without its ending.
  def self.find_at(path)
    return File.file?(path) ? [:file, path] : nil if path.end_with?(".rb")
    with_ending = "#{path}.rb"
    return [:file, with_ending] if File.file?(with_ending)
    nil
  end

  def self.require_feature(name)
    kind, path = find_feature(name)
    load_error(name) unless kind
    return provide(path) if kind == :built_in
    real = File.realpath(path)
    return false if $LOADED_FEATURES.include?(path) || feature_loaded?(real)
    if loading[real]
      warn_at(Primitive.caller_position(0), "loading in progress, circular require considered harmful - #{path}") if $VERBOSE
      return false
    end
    loading[real] = path
    begin
      run_file(path, nil)
    ensure
      loading.delete(real)
    end
    real_paths[real] = path
    $LOADED_FEATURES << path.freeze unless $LOADED_FEATURES.include?(path)
    true
  end

  # Whether a file was loaded and is still among the features.
  def self.feature_loaded?(real)
    path = real_paths[real]
    return false unless path
    return true if $LOADED_FEATURES.include?(path)
    real_paths.delete(real)
    false
  end

  # Notes a feature without a file; true the first time.
  def self.provide(name)
    feature = name.end_with?(".rb", ".so") ? name : "#{name}.so"
    base = feature.delete_suffix(".so").delete_suffix(".rb")
    return false if BUILT_IN.include?(base) || $LOADED_FEATURES.include?(feature)
    $LOADED_FEATURES << feature.freeze
    true
  end

  def self.run_file(path, wrap)
    source = File.binread(path)
    source = source.byteslice(3..) if source.start_with?("\xEF\xBB\xBF".b)
    Primitive.run_source(source, path, wrap)
  end

  def self.load_error(name)
    error = LoadError.new("cannot load such file -- #{name}")
    error.__path = name
    raise error
  end

  # The text of a file given to `load`.
  def self.find_loadable(name)
    if name.start_with?("/", "~", "./", "../")
      path = File.expand_path(name)
      return File.file?(path) ? path : nil
    end
    $LOAD_PATH.each do |folder|
      path = File.expand_path(name, to_path(folder))
      return path if File.file?(path)
    end
    path = File.expand_path(name)
    File.file?(path) ? path : nil
  end

  # The folder that `require_relative` counts from.
  def self.relative_base
    path = Primitive.program_path
    raise LoadError, "cannot infer basepath" if nil.equal?(path) || path.start_with?("(eval")
    return Dir.pwd if path == "-e" || path == "-"
    path = File.realpath(path) if File.exist?(path)
    File.dirname(File.expand_path(path))
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
    kind == :built_in ? [:so, path] : [:rb, path]
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
    Rutile.require_feature(Rutile.to_path(name))
  end

  def require_relative(name)
    Rutile.require_feature(File.expand_path(Rutile.to_path(name), Rutile.relative_base))
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
