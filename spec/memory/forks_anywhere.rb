require_relative "../harness"
require_relative "../outside"

# Forks where the collector is in the middle of something, and what a child finds then.

PRELUDE = <<~'RUBY'.freeze
  KEEP = (0...KEPT).map { |n| [n.to_s, { n => "v#{n}" }] }
  def check = KEEP.each_with_index { |(text, table), n| raise "lost #{n}" unless text == n.to_s && table[n] == "v#{n}" }
  def verify = GC.respond_to?(:verify_internal_consistency) && RUBY_ENGINE != "ruby" ? GC.verify_internal_consistency : nil
  def child
    pid = fork do
      KEEP[3][1][:written] = "w" * 10
      Array.new(500) { |n| [n.to_s] }
      GC.start
      GC.compact
      check
      verify
      exit!(0)
    end
    Process.wait(pid)
    $?.exitstatus
  end
RUBY

def run_with_kept(count, code) = run_code(PRELUDE.sub("KEPT", count.to_s) + code)

spec "a process forks while it marks" do
  code = <<~'RUBY'
    seen = []
    GC.disable
    4.times do
      GC.start(immediate_mark: false)
      seen << (RUBY_ENGINE == "ruby" || GC.latest_gc_info(:state) == :marking)
      raise "a child died" unless child == 0
      check
    end
    GC.enable
    GC.start
    check
    verify
    p seen.any?
  RUBY
  assert_equal ["true\n", 0], run_with_kept(20_000, code)
end

spec "a handler of a signal forks, collects and compacts" do
  code = <<~'RUBY'
    statuses = []
    trap(:USR1) { statuses << child; GC.start; GC.compact; check }
    3.times do |n|
      Process.kill(:USR1, Process.pid)
      Array.new(300) { |m| [m.to_s] } until statuses.size > n
    end
    verify
    p statuses
  RUBY
  assert_equal ["[0, 0, 0]\n", 0], run_with_kept(2_000, code)
end

spec "a finalizer forks, collects, compacts, allocates, leaves by throw, starts threads and fibers, and looks for its object" do
  code = <<~'RUBY'
    $VERBOSE = nil
    $done = Hash.new(0)
    STEPS = [
      proc { raise "no" }, proc { throw :nowhere }, proc { Array.new(300) { |n| n.to_s } }, proc { GC.start }, proc { GC.compact },
      proc { raise Exception, "a child died" unless child == 0 }, proc { Thread.new { [1] * 10 }.join }, proc { Fiber.new { GC.start; Fiber.yield }.resume },
      proc { GC.disable; GC.enable }, proc { make(2) }, proc { Process.warmup }
    ].freeze
    def make(step)
      ObjectSpace.define_finalizer(Object.new, proc do |id|
        $done[step] += 1
        begin
          ObjectSpace._id2ref(id)
          puts "resurrected" unless $leaving # what lives to the end is found
        rescue RangeError
        end
        STEPS[step].call
      end)
      nil
    end
    def make_some = STEPS.each_index { |step| 3.times { make(step) } }
    Fiber.new { make_some }.resume
    3.times { GC.start; Array.new(100) { |n| [n] } }
    check
    verify
    at_exit { $leaving = true; STEPS.each_index { |step| make(step) } }
  RUBY
  assert_equal ["", 0], run_with_kept(2_000, code)
end
