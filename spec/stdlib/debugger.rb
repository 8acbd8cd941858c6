require "tmpdir"
require_relative "../harness"

# The gem debug, over Rutile's own native half: breakpoints, frames, variables and steps.

PROGRAM = <<~'RUBY'
  class Account
    attr_reader :balance
    def initialize(balance) = @balance = balance

    def withdraw(amount, fee = amount / 10)
      raise ArgumentError, "too much" if amount > @balance
      [amount, fee].each do |part|
        @balance -= part
      end
    end
  end

  account = Account.new(100)
  account.withdraw(20)
  begin
    account.withdraw(200)
  rescue => error
    puts error.message
  end
RUBY

def debugged(*options, program: PROGRAM, environment: {})
  Dir.mktmpdir do |folder|
    path = File.join(File.realpath(folder), "program.rb")
    File.write(path, program)
    environment = { "RUBY_DEBUG_NO_COLOR" => "true", "RUBY_DEBUG_HISTORY_FILE" => "", "HOME" => "#{folder}/home", **environment }
    spec = Gem::Specification.find_by_name("debug")
    command = [RbConfig.ruby, "-I", spec.full_require_paths.join(":"), "-r", "debug/start", path]
    IO.popen({ "RUBY_DEBUG_INITIAL_SUSPEND_PATH" => nil, **environment }, [*command, { err: %i[child out], in: File::NULL }], &:read).gsub(path, "program.rb")
  end
end

def session(*commands, **rest) = debugged(environment: { "RUBY_DEBUG_COMMANDS" => commands.join(" ;; ") }, **rest)

spec "a breakpoint of a line stops there, with its variables" do
  shown = session("break 7", "continue", "info", "backtrace", "p amount + fee", "continue")
  assert_equal true, shown.include?("BP - Line  program.rb:7")
  assert_equal true, shown.include?("amount = 20\nfee = 2\n@balance = 100")
  assert_equal true, shown.include?("=>#0\tAccount#withdraw(amount=20, fee=2) at program.rb:7\n  #1\t<main> at program.rb:14")
  assert_equal true, shown.include?("=> 22\n")
  assert_equal true, shown.end_with?("too much\n")
end

spec "steps go into calls, over them and out of them" do
  shown = session("break 14", "continue", "step", "next", "finish", "next", "p account.balance", "continue")
  places = shown.scan(/^=>\s*(\d+)\|/).flatten.map(&:to_i)
  assert_equal [1, 14, 6, 7, 10, 16], places
  assert_equal true, shown.include?("#=> [20, 2]")
  assert_equal true, shown.include?("=> 78\n")
end

spec "an exception is caught where it is raised" do
  shown = session("catch ArgumentError", "continue", "info", "continue")
  assert_equal true, shown.include?("BP - Catch  \"ArgumentError\"")
  assert_equal true, shown.include?("#<ArgumentError: too much>")
  assert_equal true, shown.include?("amount = 200\nfee = 20\n")
end

spec "a breakpoint of a method, and one with a condition" do
  shown = session("break Account#withdraw if: amount > 100", "continue", "p amount", "continue")
  assert_equal true, shown.include?("BP - Method  Account#withdraw at program.rb:5 if: amount > 100")
  assert_equal true, shown.include?("=> 200\n")
end

spec "a program stops itself" do
  program = <<~'RUBY'
    require "debug"
    3.times do |turn|
      double = turn * 2
      binding.break(do: "p [turn, double]") if turn == 1
    end
    puts "end"
  RUBY
  Dir.mktmpdir do |folder|
    path = File.join(folder, "program.rb")
    File.write(path, program)
    shown = IO.popen({ "RUBY_DEBUG_NO_COLOR" => "true", "HOME" => folder }, [RbConfig.ruby, path, { err: %i[child out], in: File::NULL }], &:read)
    assert_equal true, shown.include?("=> [1, 2]\nend\n")
    assert_equal true, shown.include?("=>#0\tblock {|turn=1|} in <main>")
  end
end

spec "a debugger that starts from binding.irb looks at the frame that called it" do
  Dir.mktmpdir do |folder|
    path = File.join(File.realpath(folder), "program.rb")
    File.write(path, "def shop\n  price = 12\n  binding.irb\n  price\nend\nshop\n")
    environment = { "IRBRC" => File::NULL, "TERM" => "dumb", "RUBY_DEBUG_NO_COLOR" => "true", "RUBY_DEBUG_HISTORY_FILE" => "", "HOME" => folder }
    shown = IO.popen(environment, [RbConfig.ruby, path, { err: %i[child out] }], "r+") do |pipe|
      pipe.write("debug\ninfo\ncontinue\n")
      pipe.close_write
      pipe.read
    end
    assert shown.include?("%self = main\nprice = 12\n"), shown
  end
end
