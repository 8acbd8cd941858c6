# Looks a file over with every cop, and corrects it.
require "rubocop"
require "tmpdir"

source = <<~'RUBY'
  class foo_bar
  end if false
  class Thing
   def initialize a, b
      @a=a
      @b = b ;
     if not @a == nil then puts "x" end
   end
   def long(a,b,c,d,e,f) ; return a+b unless c.nil? and d ; for i in [1,2] do puts(i) end ; rescue Exception ; nil ; end
   def get_x; x = 5; unused = {:a => 1, 'b' => 2}; lambda { |y| y.map { |z| z.to_s } } end
  end
RUBY
Dir.mktmpdir do |folder|
  Dir.chdir(folder)
  File.write("thing.rb", source.lines.drop(2).join)
  File.write(".rubocop.yml", "AllCops:\n  NewCops: enable\n  SuggestExtensions: false\n  TargetRubyVersion: 3.3\n")
  RuboCop::CLI.new.run(%w[--format clang --no-color --cache false --no-parallel thing.rb]).then { |status| puts "status #{status}" }
  RuboCop::CLI.new.run(%w[-A --format simple --no-color --cache false --no-parallel thing.rb])
  puts File.read("thing.rb")
end
