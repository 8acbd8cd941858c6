# Ractor: sending and receiving, yielding and taking.

class Ractor
  # --- The inbox ---

  def send(object, move: false)
    raise ClosedError, "The incoming-port is already closed" if @__incoming_closed
    @__inbox.push([Ractor.__carried(object, move)])
    __notify
    self
  end
  Primitive.alias_method(self, :<<, :send)

  def receive
    __refuse_nested_receive
    Ractor.__await([self]) { __received }[0]
  end
  Primitive.alias_method(self, :recv, :receive)

  # The first message for which the block says so. One that the block is left at by `break` or an exception is gone too.
  def receive_if
    raise ArgumentError, "no block given" unless block_given?
    __refuse_nested_receive
    looked_at = 0
    Ractor.__await([self]) do
      found = nil
      while looked_at < @__inbox.size
        found = __look_at(looked_at) { |message| yield message } and break
        looked_at += 1
      end
      found || __refuse_closed_inbox
    end[0]
  end

  # The message at a place of the inbox, taken out of it, where the block wants it.
  def __look_at(place)
    message = @__inbox[place]
    @__looking = Primitive.current_thread
    wanted = true
    wanted = yield message[0]
    wanted ? message : nil
  ensure
    @__looking = nil
    @__inbox.delete_at(place) if wanted
  end

  def __refuse_nested_receive
    return unless @__looking && Primitive.identical(@__looking, Primitive.current_thread)
    raise Error, "can not call receive/receive_if recursively"
  end
  private :receive, :recv, :receive_if

  # The next message in an Array, or nil for now.
  def __received
    @__inbox.shift || __refuse_closed_inbox
  end

  def __refuse_closed_inbox
    raise ClosedError, "The incoming port is already closed" if @__incoming_closed
  end

  def close_incoming
    was_closed = @__incoming_closed
    @__incoming_closed = true
    __notify
    was_closed ? true : false
  end

  # --- What it yields ---

  def take
    Ractor.__value_of(self, Ractor.__await([self]) { __taken })
  end

  # An offer that is the caller's now, or nil for now.
  def __taken
    offer = @__offers.shift
    unless offer
      raise ClosedError, "The outgoing-port is already closed" if @__ended || @__outgoing_closed
      return nil
    end
    offer.taken = true
    __notify
    offer
  end

  def __offer(object, move)
    raise ClosedError, "The outgoing-port is already closed" if @__outgoing_closed
    __post(Offer.new(Ractor.__carried(object, move)))
  end

  # An offer that may be withdrawn: what is given away stays whole until somebody takes it.
  def __tentative_offer(object, move)
    return __offer(object, false) unless move
    raise ClosedError, "The outgoing-port is already closed" if @__outgoing_closed
    __post(Offer.new(object, moves: true))
  end

  def __post(offer)
    @__offers.push(offer)
    __notify
    offer
  end

  # Whether there is something for the running Ractor, were it only an error.
  def __ready?(own)
    equal?(own) ? @__incoming_closed || !@__inbox.empty? : @__ended || @__outgoing_closed || !@__offers.empty?
  end

  # Whether an offer has been taken, or nil for now.
  def __settled(offer)
    return true if offer.taken
    raise ClosedError, "The outgoing-port is already closed" if @__outgoing_closed
  end

  def __withdraw(offer)
    @__offers.delete_if { |other| Primitive.identical(other, offer) } unless offer.taken
  end

  def close_outgoing
    was_closed = @__outgoing_closed
    @__outgoing_closed = true
    @__offers.clear
    __notify
    was_closed ? true : false
  end

  class << self
    def receive
      current.__send__(:receive)
    end
    Primitive.alias_method(self, :recv, :receive)

    def receive_if(&block)
      current.__send__(:receive_if, &block)
    end

    def yield(object, move: false)
      ractor = current
      offer = ractor.__offer(object, move)
      begin
        __await([ractor]) { ractor.__settled(offer) }
      ensure
        ractor.__withdraw(offer)
      end
      nil
    end

    # Waits for the first of several: another's value, a message where the running Ractor is among them, or for
    # `yield_value` to be taken.
    def select(*ractors, yield_value: (nothing = true; nil), move: false)
      raise ArgumentError, "specify at least one ractor or `yield_value`" if nothing && ractors.empty?
      own = current
      offer = own.__tentative_offer(yield_value, move) unless nothing
      begin
        ractor, found = __await(ractors | [own]) { __first_of(ractors, own, offer) }
      ensure
        own.__withdraw(offer) if offer
      end
      case ractor
      when :yield then [:yield, nil]
      when :receive then [:receive, found[0]]
      else [ractor, __value_of(ractor, found)]
      end
    end

    # The offer is held back while something else is taken, so that only one of both happens.
    def __first_of(ractors, own, offer)
      return [:yield] if offer && own.__settled(offer)
      return unless ractors.any? { |ractor| ractor.__ready?(own) }
      own.__withdraw(offer) if offer
      return [:yield] if offer&.taken
      ractors.each do |ractor|
        if ractor.equal?(own)
          found = own.__received and return [:receive, found]
        else
          found = ractor.__taken and return [ractor, found]
        end
      end
      own.__post(offer) if offer
      nil
    end

    def __value_of(ractor, offer)
      raise RemoteError.new(ractor: ractor), cause: offer.failure if offer.failure
      offer.value
    end

    def __carried(object, move)
      move ? Rutile::Sharing.moved(object) : Rutile::Sharing.copied(object)
    end

    # The block's value, asked for again whenever something happened at one of the Ractors, until it is not nil.
    def __await(ractors)
      thread = Primitive.current_thread
      ractors.each { |ractor| ractor.__watch(thread) }
      begin
        while true
          thread.__begin_to_watch
          found = yield
          return found if found
          thread.__await_news
        end
      ensure
        ractors.each { |ractor| ractor.__leave(thread) }
      end
    end
  end

  def __watch(thread)
    @__watchers.push(thread)
  end

  def __leave(thread)
    place = @__watchers.index { |other| Primitive.identical(other, thread) }
    @__watchers.delete_at(place) if place
  end

  def __notify
    @__watchers.dup.each(&:__tell_news)
  end
end

class Thread
  # The Ractor that it belongs to; nil: the main one.
  def __ractor
    @__ractor
  end

  def __start_in(ractor, arguments, block)
    @__ractor = ractor
    __start(arguments, {}, block)
    @__code = nil
  end

  def __begin_to_watch
    @__news = false
  end

  # Parks unless something has happened since it began to watch: nothing runs between the look and the parking.
  def __await_news
    Primitive.thread_park_at(self, :@__awaiting, nil, true) unless @__news
  end

  def __tell_news
    @__news = true
    Primitive.wake_all(self, :@__awaiting) if @__awaiting
  end
end
