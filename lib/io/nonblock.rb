# Whether a stream's descriptor may block.

require "fcntl"

class IO
  def nonblock?
    fcntl(Fcntl::F_GETFL) & Fcntl::O_NONBLOCK != 0
  end

  def nonblock=(on)
    flags = fcntl(Fcntl::F_GETFL)
    changed = on ? flags | Fcntl::O_NONBLOCK : flags & ~Fcntl::O_NONBLOCK
    fcntl(Fcntl::F_SETFL, changed) if changed != flags
  end

  # Runs the block with the descriptor so, and puts it back.
  def nonblock(on = true)
    before = nonblock?
    self.nonblock = on
    begin
      yield self
    ensure
      self.nonblock = before
    end
  end
end
