require_relative "../harness"

# The numbers of processes.

spec "each process has a number of its own, and its children theirs" do
  parent = Process.pid
  reader, writer = IO.pipe
  child = fork do
    inner = fork { writer.puts "inner #{[Process.pid, Process.ppid].uniq.size} #{Process.pid == parent}" }
    Process.wait(inner)
    writer.puts "child #{Process.pid == parent} #{Process.pid == $$} #{Process.ppid == parent}"
  end
  Process.wait(child)
  writer.close
  assert_equal "inner 2 false\nchild false true true\n", reader.read
  assert_equal [parent, true], [Process.pid, $$ == parent]
end

spec "the name of a user has no null byte" do
  assert_raises(ArgumentError, "string contains null byte") { Process.initgroups("\0", 0) }
end
