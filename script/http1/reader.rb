# Reads requests from a text as RFC 9112 writes them, and nothing else: what a server is compared with.
class StrictReader
  TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/n
  LINE = %r{\G(#{TOKEN}) (/[!"$-~]*|\*|https?://[!"$-~]+) HTTP/1\.([01])\r\n}n
  FIELD = /\G(#{TOKEN}):[ \t]*((?:[!-~\x80-\xff]+(?:[ \t]+[!-~\x80-\xff]+)*)?)[ \t]*\r\n/n
  QUOTED = /"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[\t -~\x80-\xff])*"/n
  CHUNK = /\G(\h{1,15})(?:[ \t]*;[ \t]*#{TOKEN}(?:[ \t]*=[ \t]*(?:#{TOKEN}|#{QUOTED}))?)*\r\n/n

  def initialize(text)
    @text = text.b
    @position = 0
  end

  # Names of the requests, and what is behind them: nothing (`:ended`), the beginning of one (`:cut`), or what is none (`:refused`).
  def read
    requests = []
    until @position == @text.size
      request, stays = catch(:broken) { read_request } || (return [requests, @broken])
      requests << request
      return [requests, :ended] unless stays
    end
    [requests, :ended]
  end

  private

  def read_request
    method, target, minor = take(LINE)
    fields = read_fields
    minor = Integer(minor)
    hosts = fields.fetch("host", [])
    broken(:refused) if hosts.size > 1 || hosts.empty? && minor == 1 || hosts.any? { |host| host.match?(/[^!-~]|[,@\/?#]/n) || host.empty? }
    broken(:refused) if target == "*" && method != "OPTIONS"
    body = read_body(fields, minor)
    options = fields.fetch("connection", []).join(",").downcase.split(/[ \t]*,[ \t]*/)
    stays = minor == 1 ? !options.include?("close") : options.include?("keep-alive")
    ["#{method}:#{target}:#{body.unpack1("H*")}", stays]
  end

  def read_fields
    fields = Hash.new { |hash, name| hash[name] = [] }
    until @text.byteslice(@position, 2) == "\r\n"
      name, value = take(FIELD)
      fields[name.downcase] << value
    end
    @position += 2
    fields
  end

  def read_body(fields, minor)
    codings, lengths = fields.fetch("transfer-encoding", nil), fields.fetch("content-length", nil)
    if codings
      listed = codings.size == 1 ? codings[0].downcase.split(/[ \t]*,[ \t]*/).reject(&:empty?) : codings # RFC 9110, 5.6.1.2: empty elements are none
      broken(:refused) if lengths || minor == 0 || listed != ["chunked"]
      return read_chunks
    end
    return "" unless lengths
    broken(:refused) if lengths.size > 1 || !lengths[0].match?(/\A\d{1,18}\z/)
    read_bytes(Integer(lengths[0], 10))
  end

  def read_chunks
    body = "".b
    until (size = take(CHUNK)[0].hex) == 0
      body << read_bytes(size)
      read_end_of_line
    end
    read_fields
    body
  end

  def read_bytes(size)
    broken(:cut) if @text.size - @position < size
    @text.byteslice(@position, size).tap { @position += size }
  end

  def read_end_of_line
    rest = @text.byteslice(@position, 2)
    broken("\r\n".start_with?(rest) ? :cut : :refused) unless rest == "\r\n"
    @position += 2
  end

  def take(pattern)
    found = @text.match(pattern, @position) or broken(@text.index("\n", @position) ? :refused : :cut)
    @position = found.end(0)
    found.captures
  end

  def broken(ending)
    @broken = ending
    throw :broken
  end
end
