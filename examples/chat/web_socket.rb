require "digest"

# A WebSocket (RFC 6455) over whatever socket a server hands over: texts in and out.
class WebSocket
  GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
  CONTINUATION, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
  LONGEST = 1 << 20

  # What is not to be said in these frames, and how the other side is told.
  class Violation < StandardError
    attr_reader :code

    def initialize(code)
      super("violation #{code}")
      @code = code
    end
  end

  # The response to a request for a WebSocket. The block has it in a thread of its own, so that none of the server's is held.
  def self.open(env, &block)
    key = env["HTTP_SEC_WEBSOCKET_KEY"]
    asked = env["HTTP_UPGRADE"].to_s.casecmp?("websocket") && env["HTTP_SEC_WEBSOCKET_VERSION"] == "13" && key
    return [426, { "upgrade" => "websocket", "connection" => "upgrade" }, []] unless asked
    fields = {
      "upgrade" => "websocket", "connection" => "upgrade", "sec-websocket-accept" => [Digest::SHA1.digest(key + GUID)].pack("m0"),
      "rack.hijack" => ->(io) { Thread.new { new(io).serve(&block) } },
    }
    [101, fields, []]
  end

  def initialize(io)
    @io = io
    @lock = Mutex.new
  end

  def serve
    yield self
  rescue Violation => violation
    frame(CLOSE, [violation.code].pack("n"))
  rescue IOError, SystemCallError
    nil # the other side is gone
  ensure
    @io.close
  end

  def write(text) = frame(TEXT, text.b)

  # The next text; nil when the other side says goodbye.
  def read
    text = +""
    loop do
      last, kind, payload = next_frame
      case kind
      when TEXT, CONTINUATION
        text << payload
        raise Violation.new(1009) if text.bytesize > LONGEST
        return checked(text) if last
      when PING then frame(PONG, payload)
      when PONG then next
      when CLOSE
        frame(CLOSE, payload)
        return nil
      else raise Violation.new(1003)
      end
    end
  end

  private

  def checked(text)
    text.force_encoding(Encoding::UTF_8)
    raise Violation.new(1007) unless text.valid_encoding?
    text
  end

  #  0: last, kind     1: masked, length     then a longer length, the mask, and the payload
  def next_frame
    first, second = bytes(2).unpack("CC")
    raise Violation.new(1002) if first & 0x70 != 0 || second & 0x80 == 0
    length = second & 0x7f
    length = bytes(2).unpack1("n") if length == 126
    length = bytes(8).unpack1("Q>") if length == 127
    raise Violation.new(1009) if length > LONGEST
    mask = bytes(4).bytes
    payload = length == 0 ? +"" : bytes(length).bytes.each_with_index.map { |byte, index| byte ^ mask[index & 3] }.pack("C*")
    [first & 0x80 != 0, first & 0x0f, payload]
  end

  def bytes(count) = @io.read(count)&.then { |bytes| bytes if bytes.bytesize == count } || raise(EOFError)

  def frame(kind, payload)
    length = payload.bytesize
    size = if length < 126 then [length].pack("C")
           elsif length < 65_536 then [126, length].pack("Cn")
           else [127, length].pack("CQ>")
           end
    @lock.synchronize { @io.write([0x80 | kind].pack("C") + size + payload) }
  end
end
