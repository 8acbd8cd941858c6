require "tempfile"

# One run of one row by one Ruby: what it printed, how long it took, and, where the system has GNU time, the
# peak of its resident memory. Time and memory come from the same run; starting GNU time costs about a
# millisecond, so a sample of milliseconds (a row with `repeat`) is timed without it, and one start more asks for memory.
class Sample
  TIMER = "/usr/bin/time"
  LIMIT = 300 # seconds a run may take before it counts as hung
  # Settings of the Ruby that runs the report must not reach the ones that are compared.
  CLEAN = %w[RUBYOPT RUBYLIB GEM_PATH GEM_HOME BUNDLE_GEMFILE RUBY_YJIT_ENABLE].to_h { |name| [name, nil] }.freeze

  class Failed < StandardError
  end

  def self.memory_known?
    File.executable?(TIMER)
  end

  attr_reader :seconds, :peak_kilobytes, :output, :errors

  def self.take(ruby, row)
    new([ruby, *row.options, row.file, *row.arguments], row.repeat)
  end

  def initialize(command, repeat = 1, directory: Dir.pwd, variables: {})
    @command = command
    @variables = CLEAN.merge(variables)
    @directory = directory
    @seconds = 0.0
    if repeat == 1
      run(timed: Sample.memory_known?)
    else
      repeat.times { run(timed: false) }
      @seconds /= repeat
      run(timed: true, count: false) if Sample.memory_known?
    end
  end

  # What the program printed, without its results: both Rubies must agree on it.
  def answer
    @output.lines.reject { |line| line.start_with?("RESULT ") }.join
  end

  # The value of a measure, as a number.
  def value(measure)
    case measure.name
    when "wall" then seconds
    when "peak" then peak_kilobytes or raise Failed, "peak memory needs #{TIMER} (Debian: apt-get install -y time)"
    else result(measure.name)
    end
  end

  # What it printed as `RESULT name value`.
  def result(name)
    found = @output[/^RESULT #{Regexp.escape(name)} (\S+)$/, 1]
    Float(found || raise(Failed, "printed no RESULT #{name}"))
  end

  private

  def run(timed:, count: true)
    Tempfile.create("output") do |output|
      Tempfile.create("errors") do |errors|
        Tempfile.create("peak") do |peak|
          command = timed ? [TIMER, "-q", "-f", "%M", "-o", peak.path, *@command] : @command
          started = now
          status = wait_for(Process.spawn(@variables, *command, in: File::NULL, out: output.path, err: errors.path,
            chdir: @directory, pgroup: true))
          @seconds += now - started if count
          @output = File.binread(output.path).force_encoding("UTF-8").scrub
          @errors = File.binread(errors.path)
          raise Failed, reason(status, @errors) unless status.success?
          @peak_kilobytes = Integer(File.read(peak.path).lines.last) if timed
        end
      end
    end
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

  # Waits without polling; a second process ends a run that hangs.
  def wait_for(process)
    watchdog = Thread.new do
      sleep LIMIT
      @hung = true
      Process.kill(:KILL, -process)
    rescue Errno::ESRCH
      nil # it ended in that moment
    end
    _, status = Process.wait2(process)
    status
  ensure
    watchdog&.kill
  end

  def reason(status, errors)
    return "did not end within #{LIMIT} s" if @hung
    text = errors.scrub.lines.map(&:strip).reject(&:empty?)
    line = text.find { |candidate| candidate.match?(/\([A-Z]\w*(::\w+)*\)\z|Error|panicked/) } || text.first
    line ||= status.signaled? ? "killed by signal #{status.termsig}" : "status #{status.exitstatus}"
    line.sub(/\A\S+:\d+:in [^:]+: /, "")
  end
end
