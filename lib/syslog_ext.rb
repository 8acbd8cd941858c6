# Syslog: messages to the system's log, as the C library's functions of that name send them. The log's daemon listens at
# a socket in the file system; there is one log for a process, and Syslog itself stands for it.

module Syslog
  VERSION = "0.2.0"

  # How grave a message is: the lower, the graver.
  module Level
    LOG_EMERG = 0
    LOG_ALERT = 1
    LOG_CRIT = 2
    LOG_ERR = 3
    LOG_WARNING = 4
    LOG_NOTICE = 5
    LOG_INFO = 6
    LOG_DEBUG = 7
  end

  # The kind of program that sends it.
  module Facility
    %i[KERN USER MAIL DAEMON AUTH SYSLOG LPR NEWS UUCP CRON AUTHPRIV FTP].each_with_index { |name, number| const_set(:"LOG_#{name}", number << 3) }
    8.times { |number| const_set(:"LOG_LOCAL#{number}", number + 16 << 3) }
  end

  module Option
    LOG_PID = 0x01
    LOG_CONS = 0x02
    LOG_ODELAY = 0x04
    LOG_NDELAY = 0x08
    LOG_NOWAIT = 0x10
    LOG_PERROR = 0x20
  end

  module Macros
    # The mask with one level, and with all down to one.
    def LOG_MASK(level) = 1 << Rutile.to_int(level)
    def LOG_UPTO(level) = (1 << Rutile.to_int(level) + 1) - 1

    def self.included(target)
      target.extend(self)
    end
  end

  module Constants
    include Option
    include Facility
    include Level
    include Macros

    def self.included(target)
      target.extend(Macros)
    end
  end
  include Constants

  # A socket of the log's daemon takes a message whole, or the end of each is a zero byte.
  class Connection
    ADDRESS = "/dev/log"

    def initialize
      require "socket"
      @socket, @stream = connect(Socket::SOCK_DGRAM), false
      @socket, @stream = connect(Socket::SOCK_STREAM), true unless @socket
    end

    # Whether it was sent.
    def send(text)
      return false unless @socket
      @socket.write(@stream ? "#{text}\0" : text)
      true
    rescue SystemCallError
      close
      false
    end

    def close
      @socket&.close
      @socket = nil
    end

    private

    def connect(type)
      socket = Socket.new(Socket::AF_UNIX, type)
      socket.close_on_exec = true
      socket.connect(Socket.sockaddr_un(ADDRESS))
      socket
    rescue SystemCallError
      socket&.close
      nil
    end
  end
  private_constant :Connection

  @opened = false
  @mask = 0xff

  class << self
    attr_reader :ident, :options, :facility

    def opened? = @opened
    def instance = self
    def mask = @opened ? @mask : nil

    def open(ident = nil, options = nil, facility = nil)
      raise "syslog already open" if @opened
      ident = nil.equal?(ident) ? $0 : Rutile.to_str(ident)
      raise ArgumentError, "string contains null byte" if ident.include?("\0")
      @options = nil.equal?(options) ? Option::LOG_PID | Option::LOG_CONS : Rutile.to_int(options)
      @facility = nil.equal?(facility) ? Facility::LOG_USER : Rutile.to_int(facility)
      @ident = ident.dup.freeze
      @connection = @options & Option::LOG_NDELAY == 0 ? nil : Connection.new
      @opened = true
      return self unless block_given?
      begin
        yield self
      ensure
        close
      end
      self
    end

    def reopen(...)
      close
      open(...)
    end
    alias open! reopen

    def close
      raise "syslog not opened" unless @opened
      @connection&.close
      @connection = @ident = @options = @facility = nil
      @opened = false
      nil
    end

    def mask=(mask)
      raise "must open syslog before setting log mask" unless @opened
      mask = Rutile.to_int(mask)
      @mask = mask unless mask == 0
    end

    def log(*arguments)
      raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected 2+)" if arguments.size < 2
      level, *message = arguments
      raise TypeError, "type mismatch: #{level.class} given" unless Integer === level
      write(level, message)
    end

    %i[emerg alert crit err warning notice info debug].each_with_index do |name, level|
      define_method(name) do |*message|
        raise ArgumentError, "no log message supplied" if message.empty?
        write(level, message)
      end
    end

    def inspect
      return "<#Syslog: opened=false>" unless @opened
      "<#Syslog: opened=true, ident=#{@ident.inspect}, options=#{@options}, facility=#{@facility}, mask=#{@mask}>"
    end

    private

    def write(priority, message)
      raise "must open syslog before write" unless @opened
      text = format(*message)[/\A[^\0]*/]
      deliver(priority, text) if @mask & 1 << (priority & 7) != 0
      self
    end

    def deliver(priority, text)
      priority |= @facility if priority & ~7 == 0
      line = "#{@ident}#{"[#{Process.pid}]" if @options & Option::LOG_PID != 0}: #{text}"
      $stderr.syswrite(line.end_with?("\n") ? line : "#{line}\n") if @options & Option::LOG_PERROR != 0
      packet = "<#{priority}>#{Time.now.strftime("%b %e %T")} #{line}"
      return if connection.send(packet) || reconnect.send(packet)
      File.write("/dev/console", "#{line}\r\n") if @options & Option::LOG_CONS != 0
    rescue SystemCallError
      # There is nobody left to tell.
    end

    def connection = @connection ||= Connection.new

    # The daemon may have been started anew.
    def reconnect = @connection = Connection.new
  end
end
