require_relative "../harness"

# What tests put in the place of functions of Process, Kernel and IO is not called by other methods of the core.

WATCHED = [
  [Process, %i[wait waitpid wait2 spawn fork pid exec]], [Kernel, %i[fork spawn exec exit!]], [IO, %i[popen]]
].freeze

def without_functions
  WATCHED.each { |mod, names| names.each { |name| replace(mod, name) { |*| raise "#{mod}.#{name} was called" } } }
  yield
ensure
  WATCHED.each { |mod, names| names.each { |name| restore(mod, name) } }
end

def replace(mod, name, &)
  mod.singleton_class.alias_method(:"kept_#{name}", name)
  mod.define_singleton_method(name, &)
end

def restore(mod, name)
  mod.singleton_class.alias_method(name, :"kept_#{name}")
  mod.singleton_class.remove_method(:"kept_#{name}")
end

spec "programs are run and waited for" do
  output, status, opened, forked = nil
  without_functions do
    output = `echo one`
    status = system("true")
    opened = open("| echo two", &:read) if Kernel.respond_to?(:open)
    forked = fork { exit!(3) }
    Process.detach(forked).join
  end
  assert_equal ["one\n", true, "two\n"], [output, status, opened]
end

spec "a child's number and end are known" do
  ended = nil
  child = fork { exit!(4) }
  without_functions { ended = Process.waitall }
  assert_equal [[child, 4]], ended.map { |number, status| [number, status.exitstatus] }
end

spec "a pipe waits for its program" do
  pipe = IO.popen("exit 5")
  without_functions { pipe.close }
  assert_equal 5, $?.exitstatus
end
