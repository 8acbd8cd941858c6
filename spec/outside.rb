# What some specs need of the world outside: a folder to write in, and a second Ruby to run.
# Plain calls only (no library), so that a young implementation can use it.

$spec_scratch_count = 0

# Makes a folder, gives its path to the block, and takes it away with all that is in it.
def scratch_folder
  $spec_scratch_count += 1
  base = ENV["TMPDIR"] || "/tmp"
  folder = File.join(base, "spec-#{Process.pid}-#{$spec_scratch_count}")
  Dir.mkdir(folder)
  begin
    yield folder
  ensure
    remove_folder(folder)
  end
end

def remove_folder(folder)
  Dir.children(folder).each do |name|
    path = File.join(folder, name)
    File.directory?(path) && !File.symlink?(path) ? remove_folder(path) : File.delete(path)
  end
  Dir.rmdir(folder)
end

# Makes a folder and those it is in.
def make_folders(path)
  parent = File.dirname(path)
  make_folders(parent) unless File.directory?(parent)
  Dir.mkdir(path) unless File.directory?(path)
end

# The command under test: RUBY_UNDER_TEST names it; without it, the Ruby that runs the spec.
def ruby_command
  return ENV["RUBY_UNDER_TEST"] if ENV["RUBY_UNDER_TEST"]
  require "rbconfig"
  RbConfig.ruby
end

# Runs the command and gives what it wrote, to both outputs, and its exit status.
def run_ruby(*arguments, input: nil)
  text = IO.popen([ruby_command, *arguments], "r+", err: [:child, :out]) do |pipe|
    pipe.write(input) if input
    pipe.close_write
    pipe.read
  end
  [text, $?.exitstatus]
end

# Settings of the collector that a whole run of specs may be given, and that a program tells of under `-w`.
GIVEN_SETTINGS = %w[RUBY_GC_MALLOC_LIMIT RUBY_GC_MALLOC_LIMIT_MAX].freeze

# Runs a block under other variables of the environment; nil takes one away.
def with_environment(settings)
  before = settings.keys.to_h { |name| [name, ENV[name]] }
  ENV.update(settings)
  yield
ensure
  ENV.update(before)
end

def without_given_settings(&block) = with_environment(GIVEN_SETTINGS.to_h { |name| [name, nil] }, &block)

def run_code(code)
  run_ruby("-e", code)
end
