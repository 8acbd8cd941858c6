require_relative "suite"

# Libraries and applications at work: processor time of an iteration.
class Libraries < Suite
  SECONDS = "3"

  def files = @files ||= files_of("#{LIBRARY}/../libraries/*.rb")

  def run(ruby, program)
    sample = ruby.sample("#{LIBRARY}/iterations.rb", files.fetch(program), SECONDS)
    Run.new({ program => sample.result("seconds") }, sample.peak_kilobytes, sample.answer)
  end
end

# What a page of a Rails application takes of instructions, by valgrind, and of objects: no clock, so no noise.
class Pages < Suite
  PROGRAM = "rails_page"
  FEW, MANY = 100, 300

  def obstacle = system("valgrind", "--version", out: File::NULL, err: File::NULL) ? nil : "instructions are counted by valgrind (Debian: apt-get install -y valgrind)"

  def programs = [PROGRAM]

  def run(ruby, _)
    few, many = [FEW, MANY].map { |count| instructions(ruby, count) }
    objects = ruby.sample("#{LIBRARY}/iterations.rb", file, "1").result("objects")
    Run.new({ "instructions" => (many - few) / (MANY - FEW), "objects" => objects }, nil)
  end

  private

  def file = "#{LIBRARY}/../libraries/#{PROGRAM}.rb"

  def instructions(ruby, count)
    counted = Contestant.new(ruby.name, %w[valgrind --tool=callgrind --callgrind-out-file=/dev/null] + ruby.command, ruby.gems)
    found = counted.sample("#{LIBRARY}/iterations.rb", file, "--count", count.to_s).errors[/Collected : (\d+)/, 1]
    Float(found || raise(Sample::Failed, "valgrind counted nothing"))
  end
end

# Single expressions of the core library.
class Expressions < Suite
  def files = @files ||= files_of("#{LIBRARY}/../expressions/*.rb")

  def run(ruby, program) = lines_of(ruby.sample("#{LIBRARY}/expression_times.rb", files.fetch(program)))
end

# CRuby's own benchmark/ folder, which is not part of this project: CRUBY names a checkout.
class Snippets < Suite
  # Ractors, servers and programs of minutes.
  LEFT_OUT = /ractor|\Aapp_|\Aso_|\Aio_|\Afile_|large|cgi|loop_generator/

  def obstacle = files.empty? ? "CRUBY names no checkout of CRuby" : nil

  def files = @files ||= files_of("#{ENV["CRUBY"]}/benchmark/*.yml").reject { |name, _| name.match?(LEFT_OUT) }

  def run(ruby, program)
    run = lines_of(ruby.sample("#{LIBRARY}/snippet_times.rb", files.fetch(program)))
    Run.new(run.figures.transform_keys { |label| "#{program}: #{label}" }, run.peak)
  end
end

# The programs of ruby-bench that need no gems, which are not part of this project: RUBY_BENCH names a checkout. Two iterations of each,
# the whole process by the wall.
class RubyBench < Suite
  NEEDS_GEMS = /use_gemfile|bundler/

  def obstacle = File.exist?("#{checkout}/harness/loader.rb") ? nil : "RUBY_BENCH names no checkout of ruby-bench"

  def files
    @files ||= Dir.glob(%w[benchmarks/*.rb benchmarks/*/benchmark.rb], base: checkout).sort
      .reject { |file| File.read("#{checkout}/#{file}").match?(NEEDS_GEMS) }
      .to_h { |file| [file.delete_prefix("benchmarks/").delete_suffix(".rb").delete_suffix("/benchmark"), file] }
  end

  def run(ruby, program)
    ruby.named_ruby do |variables|
      Dir.mktmpdir do |folder|
        settings = { "WARMUP_ITRS" => "0", "MIN_BENCH_ITRS" => "2", "MIN_BENCH_TIME" => "0", "RESULT_JSON_PATH" => "#{folder}/results.json", "OUT_CSV_PATH" => "#{folder}/results.csv" }
        sample = ruby.sample("-Iharness", files.fetch(program), directory: checkout, variables: variables.merge(settings))
        Run.new({ program => sample.seconds }, sample.peak_kilobytes)
      end
    end
  end

  private

  def checkout = ENV["RUBY_BENCH"]
end

# The console emulator that Ruby 3 was measured with, which is not part of this project: OPTCARROT names a checkout. The seconds of a frame.
class Optcarrot < Suite
  def obstacle = File.exist?("#{checkout}/bin/optcarrot") ? nil : "OPTCARROT names no checkout of optcarrot"

  def programs = ["optcarrot"]

  def run(ruby, program)
    sample = ruby.sample("-Ilib", "bin/optcarrot", "--benchmark", "examples/Lan_Master.nes", directory: checkout)
    frames = sample.output[/^fps: ([\d.]+)/, 1] or raise Sample::Failed, "printed no frame rate"
    Run.new({ program => 1 / Float(frames) }, sample.peak_kilobytes, sample.output[/^checksum: (\d+)/, 1])
  end

  private

  def checkout = ENV["OPTCARROT"]
end
