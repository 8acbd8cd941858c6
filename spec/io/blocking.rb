# What the system can only do blocking doesn't stop other threads.

require_relative "../harness"
require_relative "../outside"
require "tmpdir"

# Runs the block in a thread, and gives it once it waits for something.
def waiting_thread(&block)
  thread = Thread.new(&block)
  thread.report_on_exception = false
  Thread.pass until thread.stop?
  thread
end

def in_folder(&block)
  Dir.mktmpdir("rutile-spec", &block)
end

spec "a thread waits for a child while others run" do
  reader, writer = IO.pipe
  child = fork { writer.close; reader.read; exit!(3) }
  reader.close
  thread = waiting_thread { Process.wait2(child) }
  assert thread.alive?
  writer.close
  process, status = thread.value
  assert_equal [child, 3], [process, status.exitstatus]
end

spec "a thread waits for any child" do
  reader, writer = IO.pipe
  child = fork { writer.close; reader.read; exit!(4) }
  thread = waiting_thread { Process.wait; $?.exitstatus }
  writer.close
  assert_equal 4, thread.value
  assert_raises(Errno::ECHILD, "No child processes") { Process.wait }
  assert_raises(Errno::ECHILD, "No child processes") { Thread.new { Thread.current.report_on_exception = false; Process.wait }.value }
  assert child
end

spec "two threads wait for any of two children" do
  pipes = [IO.pipe, IO.pipe]
  children = pipes.map { |reader, writer| fork { pipes.each { |_, other| other.close }; reader.read; exit!(5) } }
  threads = Array.new(2) { waiting_thread { Process.wait } }
  pipes.each { |_, writer| writer.close }
  assert_equal children.sort, threads.map(&:value).sort
end

spec "detach gives the status" do
  child = fork { exit!(6) }
  thread = Process.detach(child)
  assert_equal 6, thread.value.exitstatus
  assert_equal child, thread.pid
end

spec "commands run beside other threads" do
  count = 0
  counter = Thread.new { loop { count += 1; Thread.pass } }
  outputs = Array.new(3) { |index| Thread.new { `echo #{index}` } }.map(&:value)
  assert_equal ["0\n", "1\n", "2\n"], outputs
  assert_equal true, Thread.new { system("exit 0") }.value
  assert_equal "x", IO.popen(["cat"], "r+") { |io| io.write "x"; io.close_write; io.read }
  assert count > 0
  counter.kill.join
end

spec "a thread waits for a lock on a file" do
  in_folder do |folder|
    path = File.join(folder, "lock")
    holder = File.open(path, "w")
    holder.flock(File::LOCK_EX)
    thread = waiting_thread { File.open(path) { |file| file.flock(File::LOCK_EX) } }
    assert_equal false, File.open(path) { |file| file.flock(File::LOCK_EX | File::LOCK_NB) }
    holder.flock(File::LOCK_UN)
    assert_equal 0, thread.value
    holder.close
  end
end

spec "a lock that nobody waits for any more is not kept" do
  in_folder do |folder|
    path = File.join(folder, "lock")
    holder = File.open(path, "w")
    holder.flock(File::LOCK_EX)
    other = File.open(path)
    thread = waiting_thread { other.flock(File::LOCK_EX) }
    thread.kill.join
    holder.flock(File::LOCK_UN)
    assert_equal 0, Thread.new { File.open(path) { |file| file.flock(File::LOCK_EX) } }.value
    [holder, other].each(&:close)
  end
end

spec "opening a named pipe waits for its other end" do
  in_folder do |folder|
    path = File.join(folder, "pipe")
    File.mkfifo(path)
    thread = waiting_thread { File.read(path) }
    File.write(path, "through")
    assert_equal "through", thread.value
  end
end

spec "whoever waits for a named pipe can be told to stop" do
  in_folder do |folder|
    path = File.join(folder, "pipe")
    File.mkfifo(path)
    thread = waiting_thread { File.open(path) }
    thread.raise ArgumentError, "enough"
    assert_raises(ArgumentError, "enough") { thread.join }
    begin
      # Should the system still wait, it is let go.
      File.open(path, File::WRONLY | File::NONBLOCK) { }
    rescue Errno::ENXIO
      nil
    end
  end
end

spec "files are read and synced beside other threads" do
  in_folder do |folder|
    path = File.join(folder, "file")
    text = "0123456789abcdef" * 20_000
    idle = waiting_thread { sleep }
    File.open(path, "w") { |file| file.write(text); assert_equal 0, file.fsync; assert_equal 0, file.fdatasync }
    File.open(path) { |file| file.advise(:dontneed) }
    threads = Array.new(4) { Thread.new { File.open(path) { |file| file.advise(:dontneed); [file.read(5), file.read] } } }
    threads.each { |thread| assert_equal [text[0, 5], text[5..]], thread.value }
    assert_equal text.size, File.foreach(path).sum(&:size)
    idle.kill
  end
end

spec "others run while one sleeps" do
  order = []
  sleeper = Thread.new { sleep 3600; order << :slept }
  Thread.new { order << :ran }.join
  sleeper.kill.join
  assert_equal [:ran], order
end

spec "join waits no longer than it is told" do
  thread = waiting_thread { sleep }
  assert_equal nil, thread.join(0.01)
  thread.wakeup
  assert_equal thread, thread.join(10)
end

spec "a child of a process with helpers has helpers of its own" do
  in_folder do |folder|
    path = File.join(folder, "lock")
    holder = File.open(path, "w")
    holder.flock(File::LOCK_EX)
    waiting = waiting_thread { File.open(path) { |file| file.flock(File::LOCK_EX) } }
    child = fork do
      other = File.join(folder, "other")
      first = File.open(other, "w")
      first.flock(File::LOCK_EX)
      thread = waiting_thread { File.open(other) { |file| file.flock(File::LOCK_EX) } }
      first.close
      exit!(thread.value == 0 ? 0 : 1)
    end
    Process.wait(child)
    assert $?.success?
    holder.flock(File::LOCK_UN)
    holder.close
    assert_equal 0, waiting.value
  end
end

spec "what a killed thread has not written yet is not written at the end of the program" do
  text, status = run_ruby("-e", <<~RUBY)
    reader, writer = IO.pipe
    thread = Thread.new { writer << "x" * 10_000_000 }
    Thread.pass until thread.stop?
    thread.kill
    puts "ended"
  RUBY
  assert_equal ["ended\n", 0], [text, status]
end
