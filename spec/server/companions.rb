# rutile-only
require_relative "fixtures/running"

# Processes beside the workers.

BESIDE = <<~'RUBY'
  module SolidQueue
    module Supervisor
      def self.start
        trap(:TERM) { File.write("stopped-#{Process.pid}", ""); exit }
        File.write("jobs-#{Process.pid}", $loaded.to_s)
        sleep
      end
    end
  end
  $loaded = Process.pid
  run ->(env) { [200, {}, [Process.pid.to_s]] }
RUBY

# Of those whose file has been written, not only made.
def companions_of(server) = Dir.children(server.folder).filter_map { |name| name[/\Ajobs-(\d+)\z/, 1]&.to_i if File.size?(File.join(server.folder, name)) }
# The first one, as soon as it runs.
def companion_of(server)
  wait_until { companions_of(server).any? }
  companions_of(server).first
end

def stopped?(server, pid) = File.exist?(File.join(server.folder, "stopped-#{pid}"))

[[], %w[-w 1]].last(under_stress? ? 1 : 2).each do |arguments|
  kind = arguments.empty? ? "one process" : "workers"

  spec "a companion of a server with #{kind} is forked from what was loaded, begun anew where it ends, and stopped with the server" do
    serve(BESIDE, *arguments, settings: "plugin :solid_queue") do |server|
      first = companion_of(server)
      assert_equal server.pid.to_s, File.read(File.join(server.folder, "jobs-#{first}"))
      Process.kill(:KILL, first)
      wait_until { companions_of(server).size == 2 }
      assert server.log.include?("solid_queue (#{first}) is gone: SIGKILL"), server.log
      second = (companions_of(server) - [first]).first
      assert_equal 200, server.get("/")[0]
      server.stop
      assert stopped?(server, second) && gone?(second), server.log
    end
  end

  spec "a restart of a server with #{kind} replaces its companion" do
    serve(BESIDE, *arguments, settings: "companion(:jobs) { SolidQueue::Supervisor.start }") do |server|
      first = companion_of(server)
      server.signal(:USR2)
      wait_until { companions_of(server).size == 2 && stopped?(server, first) }
      assert_equal 200, server.get("/")[0]
    end
  end

  spec "a companion ends by itself where the server with #{kind} is gone" do
    serve(BESIDE, *arguments, settings: "plugin :solid_queue") do |server|
      companion = companion_of(server)
      server.signal(:KILL)
      wait_until { stopped?(server, companion) && gone?(companion) }
    end
  end
end

spec "a companion that fails is told of, and hinders nobody" do
  serve(BESIDE, settings: "companion(:broken) { raise 'no jobs here' }") do |server|
    wait_until { server.log.include?("no jobs here") && server.log.include?("is gone: exit 1") }
    assert_equal 200, server.get("/")[0]
  end
end
