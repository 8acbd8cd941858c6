# Signal: names, numbers, and what is done when one comes.

module Signal
  NUMBERS = {
    "EXIT" => 0, "HUP" => 1, "INT" => 2, "QUIT" => 3, "ILL" => 4, "TRAP" => 5, "ABRT" => 6, "IOT" => 6, "BUS" => 7, "FPE" => 8,
    "KILL" => 9, "USR1" => 10, "SEGV" => 11, "USR2" => 12, "PIPE" => 13, "ALRM" => 14, "TERM" => 15,
    "CHLD" => 17, "CLD" => 17, "CONT" => 18, "STOP" => 19, "TSTP" => 20, "TTIN" => 21, "TTOU" => 22, "URG" => 23, "XCPU" => 24,
    "XFSZ" => 25, "VTALRM" => 26, "PROF" => 27, "WINCH" => 28, "IO" => 29, "POLL" => 29, "PWR" => 30, "SYS" => 31
  }.freeze
  # Signals that a program can't handle: the machine needs them, or the system does not allow it.
  RESERVED = { "SEGV" => true, "BUS" => true, "ILL" => true, "FPE" => true, "VTALRM" => true }.freeze
  # Those that are raised in a program which says nothing else.
  RAISED = [1, 2, 3, 10, 12, 14, 15].freeze
  private_constant :NUMBERS, :RESERVED, :RAISED

  def list
    NUMBERS.dup
  end

  def signame(number)
    NUMBERS.key(Rutile.to_int(number))
  end

  def trap(signal, command = (no_command = true; nil), &block)
    number = Signal.__number(signal)
    name = Signal.__signame(number)
    raise ArgumentError, "can't trap reserved signal: SIG#{name}" if RESERVED[name]
    if no_command
      raise ArgumentError, "tried to create Proc object without a block" unless block
      command = block
    end
    Rutile::Sharing.isolate(command) if Primitive.is_a(command, Proc) && !Ractor.main?
    raise Errno::EINVAL, "SIG#{name}" if number == 9 || number == 19
    before = Primitive.signal_handler(number)
    handler, disposition = Signal.__handler(number, command)
    result = Primitive.set_signal_handler(number, handler, disposition)
    Rutile.system_error(-result, "SIG#{name}") if Primitive.is_fixnum(result) && result < 0
    Signal.__told(number, before)
  end
  alias __signame signame
  alias __trap trap
  module_function :list, :signame, :trap, :__signame, :__trap

  # The number that a name, with or without SIG, or a number stands for.
  def self.__number(signal)
    if Primitive.is_a(signal, Integer)
      raise ArgumentError, "invalid signal number (#{signal})" if signal < 0 || signal > 64
      return signal
    end
    name = __name(signal).delete_prefix("SIG")
    NUMBERS[name] || raise(ArgumentError, "unsupported signal 'SIG#{name}'")
  end

  # The name that a Symbol, a String or what converts to one gives.
  def self.__name(signal)
    return signal.name if Primitive.is_a(signal, Symbol)
    name = Rutile.try_convert(signal, String, "String", :to_str)
    raise ArgumentError, "bad signal type #{Primitive.class_of(signal)}" unless name
    raise ArgumentError, "signal name with null byte" if Primitive.string_has_null(name)
    name
  end

  # The default reaction to a signal without a handler: a broken pipe is an error of the write.
  def self.__default(number)
    return 3 if number == NUMBERS["PIPE"]
    RAISED.include?(number) ? 2 : 0
  end

  # What `trap` answers for the handler that stood before.
  def self.__told(number, before)
    case before
    when nil
      return nil if number == 0 || number == NUMBERS["PIPE"]
      RAISED.include?(number) || number == NUMBERS["CHLD"] ? "DEFAULT" : "SYSTEM_DEFAULT"
    when :nothing then nil
    when :ignore then number == 0 ? nil : "IGNORE"
    when "SYSTEM_DEFAULT" then number == 0 ? nil : before
    else before
    end
  end

  # The handler to keep, and the number for the system: 0 its default, 1 ignore, 2 note, 3 let it pass.
  def self.__handler(number, command)
    command = command.to_s if Primitive.is_a(command, Symbol)
    case command
    when nil then [:nothing, 1]
    when "", "IGNORE", "SIG_IGN" then [:ignore, 1]
    when "DEFAULT", "SIG_DFL" then [nil, __default(number)]
    # The next trap answers the handler as it was given.
    when "SYSTEM_DEFAULT" then ["SYSTEM_DEFAULT", 0]
    # Whether it can be called is asked when the signal has come.
    else [command, 2]
    end
  end
end

module Kernel
  def trap(...)
    Signal.__trap(...)
  end
  module_function :trap
end
