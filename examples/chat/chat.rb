require_relative "web_socket"

# Says to all what one says. A listener is a queue: whoever lets it fill up is out, so that nobody waits for the slowest.
class Room
  LONGEST_QUEUE = 100

  def initialize
    @listeners = {}
    @lock = Mutex.new
  end

  def say(text)
    listeners = @lock.synchronize { @listeners.keys }
    listeners.each { |listener| listener.size < LONGEST_QUEUE ? listener.push(text) : listener.close }
  end

  # A listener that hears what is said from here on; nil, when it is out.
  def enter
    Thread::Queue.new.tap { |listener| @lock.synchronize { @listeners[listener] = true } }
  end

  def leave(listener)
    @lock.synchronize { @listeners.delete(listener) }
    listener.close
  end
end

# The application: a page, the room's socket, and its stream of events.
class Chat
  PAGE = File.read(File.join(__dir__, "page.html"))

  def initialize
    @room = Room.new
  end

  def call(env)
    case env["PATH_INFO"]
    when "/" then [200, { "content-type" => "text/html; charset=utf-8" }, [PAGE]]
    when "/chat" then WebSocket.open(env) { |socket| take_part(socket) }
    when "/events" then [200, { "content-type" => "text/event-stream", "cache-control" => "no-store" }, ->(stream) { tell(stream) }]
    else [404, {}, []]
    end
  end

  private

  def take_part(socket)
    listener = @room.enter
    Thread.new { pass_on(listener) { |text| socket.write(text) } }
    while (text = socket.read)
      @room.say(text)
    end
  ensure
    @room.leave(listener)
  end

  # A streaming body of Rack 3: it holds a thread of the server's for as long as the client stays.
  def tell(stream)
    listener = @room.enter
    stream.write(": hello\n\n")
    pass_on(listener) { |text| stream.write(text.lines(chomp: true).map { |line| "data: #{line}\n" }.join + "\n") }
  ensure
    @room.leave(listener)
    stream.close
  end

  # Until the listener is out, or nobody takes what it hears.
  def pass_on(listener)
    while (text = listener.pop)
      yield text
    end
  rescue IOError, SystemCallError
    nil
  end
end
