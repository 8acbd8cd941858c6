# The native half of the gem debug: frames with their bindings, and the code of what is loaded.

require "debug/version"

module DEBUGGER__
  SO_VERSION = VERSION

  # Frames that the reference counts below the program's first.
  BENEATH = 1
  private_constant :BENEATH

  # The core's method that loads the one of its name: who stops in that is shown the frame that called it.
  OPENING = "Binding#irb"
  private_constant :OPENING

  # Those of the running thread, the innermost first, without those of files whose path begins with a prefix.
  def self.capture_frames(skip_path_prefix)
    frames = Primitive.extension_frames(false)
    frames.shift
    locations = Thread::Backtrace.__locations(frames.map(&:last))
    frames.each_with_index.filter_map do |(receiver, owner, binding, code, place), index|
      next if nil.equal?(code) && place[2] == OPENING
      sequence = RubyVM::InstructionSequence.__of_code(code)
      path = sequence ? sequence.absolute_path : place[0]
      next if path && skip_path_prefix && path.start_with?(skip_path_prefix)
      FrameInfo.new(locations[index], receiver, binding, sequence, owner, BENEATH + frames.size - index)
    end
  end

  # With that of the call itself.
  def self.frame_depth = BENEATH + Primitive.extension_frames(false).size
end

class RubyVM::InstructionSequence
  def type = __type
  def first_line = @__line
  def last_line = Primitive.code_facts(@__code)[2]

  def parameters_symbols
    Primitive.code_parameters(@__code).filter_map { |_, name| name unless %i[* ** &].include?(name) }
  end
end

module ObjectSpace
  def self.each_iseq
    Primitive.code_list.each { |code| yield RubyVM::InstructionSequence.__of_code(code) }
    nil
  end

  def self.count_iseq = Primitive.code_list.size
end
