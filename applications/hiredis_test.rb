# hiredis-client against a server of its own: the suite of redis-client downloads and builds a server, which is not for here.
require "minitest/autorun"
require "redis-client"

# As hiredis-client does it for engines whose name is CRuby's.
RedisClient.register_driver(:hiredis) do
  require "redis_client/hiredis_connection"
  RedisClient::HiredisConnection
end
RedisClient.default_driver = :hiredis

class HiredisTest < Minitest::Test
  def setup
    @redis = RedisClient.config(url: ENV.fetch("REDIS_URL"), driver: :hiredis, timeout: 5).new_client
    @redis.call("FLUSHALL")
  end

  def teardown = @redis.close

  def test_driver = assert_equal("RedisClient::HiredisConnection", RedisClient.default_driver.name)

  def test_texts
    assert_equal "OK", @redis.call("SET", "key", "\0\xff é")
    assert_equal "\0\xff é".b, @redis.call("GET", "key").b
    assert_nil @redis.call("GET", "none")
    long = "x" * 3_000_000
    @redis.call("SET", "long", long)
    assert_equal long, @redis.call("GET", "long")
  end

  def test_kinds_of_answers
    assert_equal 3, @redis.call("RPUSH", "list", "a", "b", "c")
    assert_equal %w[a b c], @redis.call("LRANGE", "list", 0, -1)
    @redis.call("HSET", "hash", { "a" => 1, "b" => 2.5 })
    assert_equal({ "a" => "1", "b" => "2.5" }, @redis.call("HGETALL", "hash"))
    @redis.call("ZADD", "sorted", 1.5, "one")
    assert_equal 1.5, @redis.call("ZSCORE", "sorted", "one")
    assert_equal [true, false], [@redis.call_v(%w[SISMEMBER set one]) { |answer| answer == 0 }, @redis.call("EXISTS", "none") == 1]
    assert_equal [[1, [2, nil]], "x"], @redis.call("EVAL", "return {{1, {2, false}}, 'x'}", 0)
  end

  def test_errors
    error = assert_raises(RedisClient::CommandError) { @redis.call("NO SUCH") }
    assert_match(/unknown command/, error.message)
    @redis.call("SET", "key", "text")
    assert_raises(RedisClient::WrongTypeError) { @redis.call("LPUSH", "key", 1) }
    assert_raises(RedisClient::CannotConnectError) { RedisClient.config(port: 1, driver: :hiredis).new_client.call("PING") }
    assert_raises(RedisClient::ReadTimeoutError) { @redis.blocking_call(0.1, "BLPOP", "nothing", 0) }
    assert_equal "PONG", @redis.call("PING")
  end

  def test_many_at_once
    assert_equal (1..1000).to_a, @redis.pipelined { |pipeline| 1000.times { pipeline.call("INCR", "counter") } }
    assert_equal ["OK", "1"], @redis.multi { |transaction| transaction.call("SET", "a", 1); transaction.call("GET", "a") }
  end

  def test_threads_wait_by_themselves
    from = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    threads = 5.times.map { |number| Thread.new { RedisClient.config(path: ENV.fetch("REDIS_SOCKET"), driver: :hiredis).new_client.blocking_call(5, "BLPOP", "none#{number}", 0.5) } }
    assert_equal [nil] * 5, threads.map(&:value)
    assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - from, :<, 2
  end

  def test_messages
    listener = @redis.pubsub
    listener.call("SUBSCRIBE", "news")
    assert_equal ["subscribe", "news", 1], listener.next_event(2)
    RedisClient.config(url: ENV.fetch("REDIS_URL"), driver: :hiredis).new_client.call("PUBLISH", "news", "hello")
    assert_equal %w[message news hello], listener.next_event(2)
    assert_nil listener.next_event(0.05)
    listener.close
  end
end
