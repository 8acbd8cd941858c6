# An application of METHODS constants, each with a method that looks it up; for the programs that fork children of it.
# not a program
module App
  METHODS.times do |number|
    class_eval("Const#{number} = Module.new\ndef self.lookup_#{number}\n  Const#{number}\nend\n", __FILE__, __LINE__)
  end
  CALLERS = METHODS.times.each_slice(500).with_index.map do |numbers, index|
    class_eval("def self.call_#{index}\n#{numbers.map { |number| "lookup_#{number}" }.join("\n")}\nend\n", __FILE__, __LINE__)
    :"call_#{index}"
  end

  def self.call_all
    CALLERS.each { |name| __send__(name) }
  end
end
