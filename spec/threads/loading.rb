require_relative "../harness"
require_relative "../outside"

# Files that several threads need at once: one loads, the others wait.

def spec_file(folder, name, text)
  File.write("#{folder}/#{name}.rb", text)
  "#{folder}/#{name}.rb"
end

def spec_threads(count)
  Array.new(count) { |number| Thread.new { yield number } }.map(&:value)
end

spec "a file that another thread is loading is waited for" do
  scratch_folder do |folder|
    path = spec_file(folder, "waited", "$spec_runs = $spec_runs.to_i + 1; sleep 0.05; SPEC_WAITED = 1")
    seen = spec_threads(3) { [require(path), SPEC_WAITED] }
    assert_equal [[false, 1], [false, 1], [true, 1]], seen.sort_by(&:to_s)
    assert_equal 1, $spec_runs
  end
end

spec "where that thread fails another one tries" do
  scratch_folder do |folder|
    path = spec_file(folder, "failing", "$spec_tries = $spec_tries.to_i + 1; sleep 0.05; raise 'no' if $spec_tries == 1; SPEC_TRIED = 1")
    seen = spec_threads(3) { require(path) rescue $!.message }
    assert_equal ["no", false, true], seen.sort_by(&:inspect)
    assert_equal 2, $spec_tries
  end
end

spec "an autoloaded class is seen by other threads when it is complete" do
  scratch_folder do |folder|
    path = spec_file(folder, "slow", "class SpecSlow\n  def self.first = 1\n  sleep 0.05\n  def self.last = 2\nend")
    Object.autoload(:SpecSlow, path)
    assert_equal [2, 2, 2], spec_threads(3) { SpecSlow.last }
    assert_equal nil, Object.autoload?(:SpecSlow)
  end
end

spec "to the thread that loads the file the constant isn't there until it is set" do
  scratch_folder do |folder|
    path = spec_file(folder, "asking", "$spec_asked = [Object.const_defined?(:SpecAsking), Object.autoload?(:SpecAsking)]\nclass SpecAsking; end\n$spec_asked << SpecAsking.name")
    Object.autoload(:SpecAsking, path)
    SpecAsking
    assert_equal [false, nil, "SpecAsking"], $spec_asked
  end
end

spec "a file that defines nothing, or fails" do
  scratch_folder do |folder|
    Object.autoload(:SpecNothing, spec_file(folder, "nothing", ""))
    assert_raises(NameError, "uninitialized constant SpecNothing") { SpecNothing }
    assert_equal nil, Object.autoload?(:SpecNothing)
    path = spec_file(folder, "broken", "class SpecBroken; end; raise IndexError, 'broken'")
    Object.autoload(:SpecBroken, path)
    2.times { assert_raises(IndexError, "broken") { SpecBroken } }
    assert_equal path, Object.autoload?(:SpecBroken)
  end
end

module SpecAround
  FOUND = :around
  module Inside
    def self.look = FOUND
  end
end

spec "where a promise isn't kept the look-up goes on" do
  scratch_folder do |folder|
    SpecAround::Inside.autoload(:FOUND, spec_file(folder, "none", ""))
    assert_equal :around, SpecAround::Inside.look
  end
end

class SpecTold
  def self.const_added(name) = (@added ||= []) << name
  def self.added = @added
end

spec "const_added is told of promises and of constants that are set again" do
  SpecTold.autoload(:Later, "/nowhere")
  SpecTold.const_set(:NOW, 1)
  verbose, $VERBOSE = $VERBOSE, nil
  SpecTold::NOW = 2
  $VERBOSE = verbose
  assert_equal [:Later, :NOW, :NOW], SpecTold.added
end

spec "what a file set before it failed is there when its constant is asked for again" do
  require "tmpdir"
  require "stringio"
  Dir.mktmpdir do |folder|
    File.write("#{folder}/reopened.rb", <<~RUBY)
      ($reopened ||= []) << [class ReopenedByAutoload; self; end, ReopenedByAutoload.instance_methods(false)]
      class ReopenedByAutoload
        def early = 1
        raise LoadError, "too early" if $reopened.size < 3
      end
    RUBY
    File.write("#{folder}/once.rb", "$once = ($once || 0) + 1; if $once == 1 then SetOnceByAutoload = 1; raise 'fail' end")
    Object.autoload(:ReopenedByAutoload, "#{folder}/reopened.rb")
    2.times { assert_raises(LoadError, "too early") { ReopenedByAutoload } }
    assert_equal ["#{folder}/reopened.rb", [:early]], [Object.autoload?(:ReopenedByAutoload), ReopenedByAutoload.instance_methods(false)]
    assert_equal [1, [[], [:early], [:early]]], [$reopened.map(&:first).uniq.size, $reopened.map(&:last)]
    Object.autoload(:SetOnceByAutoload, "#{folder}/once.rb")
    assert_raises(RuntimeError, "fail") { SetOnceByAutoload }
    assert_equal [1, nil], [SetOnceByAutoload, Object.autoload?(:SetOnceByAutoload)]
    File.write("#{folder}/often.rb", "SetOftenByAutoload = 1; SetOftenByAutoload = 2; Object.const_set(:SetOftenByAutoload, 3)")
    Object.autoload(:SetOftenByAutoload, "#{folder}/often.rb")
    kept, $stderr = $stderr, StringIO.new
    begin
      assert_equal [3, ""], [SetOftenByAutoload, $stderr.string]
    ensure
      $stderr = kept
    end
  end
end
