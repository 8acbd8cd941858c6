# Runs a command beside servers of its own, which end with it: ruby with_server.rb SERVER[,SERVER...] COMMAND...
# A server is `redis` or `postgresql[:DATABASE:DATABASE...]`. Each keeps its files in a temporary folder, listens on a free port of this machine and, where
# root starts it, runs as the user `nobody`. The command finds them by REDIS_URL, by PGHOST, PGPORT and PGUSER, and by DATABASE_URL for the first database.
require "etc"
require "fileutils"
require "socket"
require "tmpdir"

# The user that a server runs as, where it may not be root.
PLAIN = Etc.getpwnam("nobody")
AS_PLAIN = Process.uid.zero? ? %W[setpriv --reuid=#{PLAIN.uid} --regid=#{PLAIN.gid} --clear-groups] : []

def free_port = TCPServer.open("127.0.0.1", 0) { |server| server.local_address.ip_port }

def program(name)
  folders = Dir["/usr/lib/postgresql/*/bin"].sort_by { |folder| -folder[/\d+/].to_i } + ENV.fetch("PATH").split(":")
  folders.map { |folder| "#{folder}/#{name}" }.find { |path| File.executable?(path) } || abort("no #{name} on this machine")
end

def start(log, *command) = spawn(*AS_PLAIN, *command, in: File::NULL, %i[out err] => log, chdir: "/")

def wait_for(log, seconds = 30)
  (seconds * 10).times { yield ? (return) : sleep(0.1) }
  abort "a server did not answer:\n#{File.read(log)}"
end

def listens?(port)
  TCPSocket.open("127.0.0.1", port).close
  true
rescue SystemCallError
  false
end

def redis(folder, port)
  id = start("#{folder}/log", program("redis-server"), "--port", port.to_s, "--bind", "127.0.0.1", "--dir", folder, "--save", "")
  ENV["REDIS_URL"] = "redis://127.0.0.1:#{port}/0"
  wait_for("#{folder}/log") { listens?(port) }
  id
end

def postgresql(folder, port, *databases)
  log = "#{folder}/log"
  system(*AS_PLAIN, program("initdb"), "-D", "#{folder}/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", %i[out err] => log, chdir: "/") or abort File.read(log)
  id = start(log, program("postgres"), "-D", "#{folder}/data", "-p", port.to_s, "-k", folder, "-h", "127.0.0.1", "-F")
  ENV.update("PGHOST" => "127.0.0.1", "PGPORT" => port.to_s, "PGUSER" => "postgres")
  wait_for(log) { system(program("pg_isready"), "-q") }
  databases.each { |name| system(program("createdb"), name) or abort "no database #{name}" }
  ENV["DATABASE_URL"] = "postgresql://postgres@127.0.0.1:#{port}/#{databases.first}" unless databases.empty?
  id
end

names, *command = ARGV
servers = []
status = Dir.mktmpdir("servers") do |folder|
  File.chmod(0o755, folder)
  names.split(",").each do |words|
    kind, *databases = words.split(":")
    own = "#{folder}/#{kind}"
    FileUtils.mkdir(own)
    FileUtils.chown(PLAIN.uid, PLAIN.gid, own) unless AS_PLAIN.empty?
    case kind
    when "redis" then servers << redis(own, free_port)
    when "postgresql" then servers << postgresql(own, free_port, *databases)
    else abort "a server of another kind: #{kind}"
    end
  end
  system(*command)
  $?.exitstatus || 128 + $?.termsig
ensure
  servers.each { |id| Process.kill(:TERM, id) }
  servers.each { |id| Process.wait(id) }
end
exit status
