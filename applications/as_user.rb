# Runs a command as a plain user, and beside servers of its own where some are named:
#   ruby as_user.rb [SERVER[,SERVER...] --] COMMAND...
# A server is `mariadb`, `redis` or `postgresql[:DATABASE...]`. Databases don't start as root: where root runs this, the command and the servers get a
# user namespace in which they are nobody; files of root are their own there. A server has a temporary folder, listens on a socket there and on a free
# port of 127.0.0.1, and is stopped at the end. The command finds it by the variables that its clients read.
require "fileutils"
require "socket"
require "tmpdir"

PLAIN = Process.uid.zero? ? %w[unshare --user --map-user=65534 --map-group=65534] : []
SECONDS = 60 # a server may take to start

# What each server is: its program, what is done once before, and how the command finds it.
class Server
  def initialize(folder, databases)
    @folder = folder
    @databases = databases
    @port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }
  end

  def start
    prepare
    @pid = Process.spawn(*PLAIN, *command, %i[out err] => log)
    give_up = Process.clock_gettime(Process::CLOCK_MONOTONIC) + SECONDS
    until answers?
      abort "#{command.first} does not start:\n#{File.read(log)}" if Process.wait(@pid, Process::WNOHANG) || Process.clock_gettime(Process::CLOCK_MONOTONIC) > give_up
      sleep 0.1
    end
    finish
  end

  def stop
    Process.kill(stopping, @pid)
    Process.wait(@pid)
  end

  private

  def log = "#{@folder}/log"
  def prepare = nil
  def finish = nil
  def stopping = "TERM"

  def answers?
    UNIXSocket.open(socket, &:close)
    true
  rescue SystemCallError
    false
  end

  def run(*words) = system(*PLAIN, *words, %i[out err] => [log, "a"]) || abort("#{words.first} failed:\n#{File.read(log)}")
end

class PostgreSQL < Server
  def environment
    first = databases.first
    { "PGHOST" => @folder, "PGPORT" => @port.to_s, "PGUSER" => "nobody", "PGDATABASE" => first, "DATABASE_URL" => "postgresql://nobody@127.0.0.1:#{@port}/#{first}" }
  end

  private

  def programs = IO.popen(%w[pg_config --bindir], &:read).chomp
  def socket = "#{@folder}/.s.PGSQL.#{@port}"
  def prepare = run("#{programs}/initdb", "-D", "#{@folder}/data", "-E", "UTF8", "--no-locale", "--no-sync", "-U", "nobody")
  def command = ["#{programs}/postgres", "-D", "#{@folder}/data", "-k", @folder, "-p", @port.to_s, "-h", "127.0.0.1", "-F"]
  def databases = @databases.empty? ? ["test"] : @databases
  def finish = databases.each { |name| run("#{programs}/createdb", "-h", @folder, "-p", @port.to_s, "-U", "nobody", name) }
  def stopping = "INT" # sessions are ended
end

class MariaDB < Server
  def environment = { "MYSQL_UNIX_PORT" => socket, "MYSQL_TCP_PORT" => @port.to_s }

  private

  def socket = "#{@folder}/socket"
  def prepare = run("mariadb-install-db", "--no-defaults", "--datadir=#{@folder}/data", "--auth-root-authentication-method=normal")
  def command = ["mariadbd", "--no-defaults", "--datadir=#{@folder}/data", "--socket=#{socket}", "--port=#{@port}", "--bind-address=127.0.0.1", "--local-infile"]
  def finish = run("mariadb", "--no-defaults", "--socket=#{socket}", "-u", "root", "-e", "CREATE DATABASE IF NOT EXISTS test")
end

class Redis < Server
  def environment = { "REDIS_SOCKET" => socket, "REDIS_URL" => "redis://127.0.0.1:#{@port}" }

  private

  def socket = "#{@folder}/socket"
  def command = ["redis-server", "--port", @port.to_s, "--unixsocket", socket, "--dir", @folder, "--save", "", "--appendonly", "no"]
end

SERVERS = { "mariadb" => MariaDB, "postgresql" => PostgreSQL, "redis" => Redis }
# Runs the command beside the servers that are still to start.
def beside(servers, environment, command)
  return system(environment, *PLAIN, *command) if servers.empty?
  name, *databases = servers.first.split(":")
  Dir.mktmpdir("server") do |folder|
    server = SERVERS.fetch(name) { abort "no server of the name #{name}" }.new(folder, databases)
    server.start
    begin
      beside(servers.drop(1), environment.merge(server.environment), command)
    ensure
      server.stop
    end
  end
end

names, mark, *command = ARGV
exit (mark == "--" ? beside(names.split(","), {}, command) : beside([], {}, ARGV)) ? 0 : 1
