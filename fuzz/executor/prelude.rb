# What the snippets find around them: stand-ins for the frameworks that they were written for, and
# tame versions of what would only cost time.

module Kernel
  def sleep(*) = 0
  def exit!(*) = raise(SystemExit)
  def spec(*) = yield
  def assert(*) = nil
  def assert_equal(*) = nil
  def assert_raises(*)
    yield
  rescue Exception => error
    error
  end
  def stress_sized(count) = count / 100
  def require_relative(*) = false

  def describe(*) = yield
  alias context describe
  alias it describe
  def before(*) = yield
  def after(*) = nil
  def guard(*) = nil
  def it_behaves_like(*) = nil
  def ruby_version_is(*) = yield
  alias platform_is ruby_version_is
  alias platform_is_not ruby_version_is
  def should(*matchers) = FuzzMatcher.new(self).check(*matchers)
  alias should_not should
  def show(value) = value.inspect
end

# `x.should == y`, `-> { }.should raise_error(E)` and their kin: everything is tried, nothing judged.
class FuzzMatcher
  def initialize(subject) = @subject = subject

  def check(*)
    @subject.call if Proc === @subject
    self
  rescue StandardError
    self
  end

  def ==(other) = @subject == other
  def =~(other) = @subject =~ other
  def <(other) = @subject < other
  def method_missing(*) = self
  def respond_to_missing?(*) = false
end

module Kernel
  %i[raise_error be_nil be_true be_false equal eql be_kind_of be_an_instance_of include have_method complain output
     be_close be_empty be_computed_by raise_consistent_error be_positive_zero be_negative_zero be_nan].each do |name|
    define_method(name) { |*| nil }
  end
end

class << Process
  def exit!(*) = raise(SystemExit)
  def abort(*) = raise(SystemExit)
end
