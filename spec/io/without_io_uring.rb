require_relative "../harness"
require_relative "../outside"
require "rbconfig"

# A kernel that has no io_uring or forbids it: here a child whose filter of system calls refuses it. Files and locks are waited for all the same.

PROGRAM = <<~'RUBY'
  require "fiddle"
  libc = Fiddle.dlopen(nil)
  control = Fiddle::Function.new(libc["prctl"], [Fiddle::TYPE_INT] + [Fiddle::TYPE_SIZE_T] * 4, Fiddle::TYPE_INT)
  load_number, equals, answer, allowed, refused = 0x20, 0x15, 0x06, 0x7fff0000, 0x50000 | ARGV[0].to_i
  steps = [[load_number, 0, 0, 0], [equals, 0, 1, 425], [answer, 0, 0, refused], [answer, 0, 0, allowed]]
  filter = Fiddle::Pointer[steps.map { |step| step.pack("SCCL") }.join]
  program = Fiddle::Pointer[[steps.size, filter.to_i].pack("Sx6Q")]
  abort "no filter" unless control.call(38, 1, 0, 0, 0) == 0 && control.call(22, 2, program.to_i, 0, 0) == 0
  path = ARGV[1]
  ticks = 0
  clock = Thread.new { loop { sleep 0.001; ticks += 1 } }
  File.write(path, "words" * 100_000)
  sizes = Array.new(4) { Thread.new { File.read(path).size } }.map(&:value)
  File.open(path) do |file|
    file.flock(File::LOCK_EX)
    other = Thread.new { File.open(path) { |again| again.flock(File::LOCK_EX); :locked } }
    sleep 0.05
    file.flock(File::LOCK_UN)
    sizes << other.value
  end
  File.mkfifo("#{path}.pipe")
  reader = Thread.new { File.read("#{path}.pipe") }
  Thread.new { File.write("#{path}.pipe", "through") }.join
  File.open(path, "r+") { |file| file.fsync }
  p sizes.uniq, reader.value, ticks > 5
RUBY

spec "files, locks and named pipes without io_uring" do
  scratch_folder do |folder|
    [Errno::ENOSYS::Errno, Errno::EPERM::Errno].each do |error|
      told, status = run_ruby("-W0", "-e", PROGRAM, error.to_s, "#{folder}/file-#{error}")
      # Who emulates programs for another processor forbids filters.
      assert_equal ["[500000, :locked]\n\"through\"\ntrue\n", 0], [told, status] unless told == "no filter\n"
    end
  end
end
