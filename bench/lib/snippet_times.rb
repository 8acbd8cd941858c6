# Times the snippets of one file of CRuby's `benchmark/` folder: snippet_times.rb FILE
# Prints a line for each: its name, a tab, and its nanoseconds, or the class of what it raised. Each runs in a process of its own,
# since many change classes, or turn collections off.
require "yaml"
require_relative "rounds"

LIMIT = 20 # seconds for a snippet

# Name, prelude and code of each snippet: the file has them as one, as a list, or by name.
def snippets(description)
  prelude, code = description.values_at("prelude", "benchmark")
  case code
  in String then [["snippet", prelude, code]]
  in Hash then code.map { |name, text| [name, prelude, text] }
  in Array
    code.each_with_index.map do |item, index|
      item.is_a?(Hash) ? [item["name"] || index, [prelude, item["prelude"]].join("\n"), item["script"]] : [item, prelude, item]
    end
  end
end

def nanoseconds(prelude, text) = Rounds.nanoseconds(eval("#{prelude}\n#{Rounds.of(text)}", TOPLEVEL_BINDING.dup))

snippets(YAML.load_file(ARGV.fetch(0), aliases: true)).each do |name, prelude, text|
  reading, writing = IO.pipe
  process = fork do
    $stdout.reopen(File::NULL)
    $stderr.reopen(File::NULL)
    writing.write(nanoseconds(prelude, text))
  rescue Exception => error
    writing.write(error.class)
  ensure
    writing.flush
    exit!
  end
  writing.close
  answer = reading.wait_readable(LIMIT) ? reading.read : "nothing within #{LIMIT} s"
  Process.kill(:KILL, process)
  Process.wait(process)
  puts "#{name.to_s.gsub(/\s+/, " ")[0, 60]}\t#{answer}"
end
