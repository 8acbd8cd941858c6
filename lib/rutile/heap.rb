# A report on the heap: how full it is, of what, from where, and whose its pages are.
#
#   require "rutile/heap"
#   ObjectSpace.trace_object_allocations_start        # for allocation sites; slower
#   puts Rutile::Heap.report                          # text
#   Rutile::Heap.report(format: :html, output: "heap.html")
#
# `rutile heap SCRIPT` does this when a program ends.

require "json"

module Rutile
  module Heap
    FORMATS = %i[text json html].freeze
    # Rows of a table in text.
    ROWS = 15

    # The report as a String; or written to a path or an IO, with what `output` was as the answer.
    def self.report(format: :text, output: nil)
      raise ArgumentError, "unknown format: #{format.inspect} (text, json or html)" unless FORMATS.include?(format)
      GC.start
      facts = take_facts
      text = case format
      when :text then as_text(facts)
      when :json then JSON.generate(facts) << "\n"
      when :html
        require "rutile/heap_page"
        HeapPage.page(facts)
      end
      return text unless output
      output.respond_to?(:write) ? output.write(text) : File.write(output, text)
      output
    end

    # Traces allocations from here on, and reports at the end of this process (not of its children).
    def self.report_at_exit(format, output)
      process = Process.pid
      Primitive.objspace_trace(:start)
      at_exit { report(format: format, output: output || $stderr) if Process.pid == process }
    end

    # All there is to report, in plain Hashes and Arrays.
    def self.take_facts
      blocks = Primitive.heap_tiles.map { |row| block_facts(row) }
      classes, sites = Primitive.heap_totals
      {
        program: $0, process: Process.pid, engine: "#{RUBY_ENGINE} #{RUBY_ENGINE_VERSION}", taken: Time.now.strftime("%Y-%m-%d %H:%M:%S"),
        summary: summary(blocks), pools: pools(blocks),
        classes: ranked(classes), sites: ranked(sites), blocks: blocks,
      }
    end

    def self.block_facts(row)
      address, bytes, slot, large, permanent, live, old, private_pages, shared_pages, classes, sites = row
      {
        address: address.to_s(16), bytes: bytes, slot: slot, large: large, permanent: permanent,
        slots: large ? 1 : bytes / slot, live: live, old: old, private: private_pages, shared: shared_pages,
        classes: classes.each_slice(2).to_a, sites: sites.each_slice(2).to_a,
      }
    end

    def self.summary(blocks)
      memory = Primitive.memory_figures
      page = Primitive.memory_page_bytes
      {
        page_bytes: page, blocks: blocks.size, bytes: blocks.sum { |block| block[:bytes] },
        live_bytes: blocks.sum { |block| block[:live] * block[:slot] },
        live_objects: blocks.sum { |block| block[:live] },
        permanent_bytes: blocks.sum { |block| block[:permanent] ? block[:live] * block[:slot] : 0 },
        heap_private_bytes: blocks.sum { |block| block[:private] } * page,
        heap_shared_bytes: blocks.sum { |block| block[:shared] } * page,
        process_shared_bytes: memory[:shared_bytes] || 0, process_private_bytes: memory[:private_bytes] || 0,
        collections: GC.count, collection_milliseconds: GC.total_time / 1_000_000,
      }
    end

    def self.pools(blocks)
      blocks.group_by { |block| block[:large] ? "large" : block[:slot] }.map do |slot, group|
        {
          slot: slot, blocks: group.size, bytes: group.sum { |block| block[:bytes] },
          slots: group.sum { |block| block[:slots] }, live: group.sum { |block| block[:live] },
          old: group.sum { |block| block[:old] },
        }
      end.sort_by { |pool| pool[:slot] == "large" ? Float::INFINITY : pool[:slot] }
    end

    # Names, counts and bytes of a flat list, most bytes first.
    def self.ranked(list)
      sums = Hash.new { |all, name| all[name] = [0, 0] }
      list.each_slice(3) do |name, count, bytes|
        sums[name][0] += count
        sums[name][1] += bytes
      end
      sums.map { |name, (count, bytes)| [name, count, bytes] }.sort_by { |name, _, bytes| [-bytes, name.to_s] }
    end

    # --- text ---

    def self.as_text(facts)
      lines = ["Heap of #{facts[:program]} (process #{facts[:process]}, #{facts[:engine]})", ""]
      lines.concat(summary_lines(facts[:summary]))
      lines << "" << format("%10s %8s %10s %12s %6s %6s", "slot size", "blocks", "memory", "live", "full", "old")
      facts[:pools].each do |pool|
        lines << format("%10s %8d %10s %12s %5.0f%% %5.0f%%", pool[:slot], pool[:blocks], size(pool[:bytes]), count(pool[:live]),
          percent(pool[:live], pool[:slots]), percent(pool[:old], pool[:live]))
      end
      lines.concat(table("class", facts[:classes]))
      if facts[:sites].empty?
        lines << "" << "No allocation sites: they are known from ObjectSpace.trace_object_allocations_start on."
      else
        lines.concat(table("allocated at", facts[:sites]))
      end
      lines.join("\n") << "\n"
    end

    def self.summary_lines(summary)
      [
        "#{size(summary[:bytes])} in #{count(summary[:blocks])} blocks, #{size(summary[:live_bytes])} of it live " \
          "(#{count(summary[:live_objects])} cells), #{size(summary[:permanent_bytes])} permanent",
        "heap pages: #{size(summary[:heap_private_bytes])} private, #{size(summary[:heap_shared_bytes])} shared; " \
          "process: #{size(summary[:process_private_bytes])} private, #{size(summary[:process_shared_bytes])} shared",
        "#{count(summary[:collections])} collections in #{count(summary[:collection_milliseconds])} ms",
      ]
    end

    def self.table(title, rows)
      lines = ["", format("%12s %10s  %s", "count", "memory", title)]
      rows.first(ROWS).each { |name, number, bytes| lines << format("%12s %10s  %s", count(number), size(bytes), name) }
      rest = rows.drop(ROWS)
      unless rest.empty?
        lines << format("%12s %10s  %s", count(rest.sum { |row| row[1] }), size(rest.sum { |row| row[2] }), "(#{rest.size} more)")
      end
      lines
    end

    def self.percent(part, whole)
      whole == 0 ? 0 : part * 100.0 / whole
    end

    def self.count(number)
      number.to_s.gsub(/(?<=\d)(?=(?:\d{3})+\z)/, ",")
    end

    def self.size(bytes)
      return "#{bytes} B" if bytes < 1024
      units = %w[KiB MiB GiB TiB]
      power = [(Math.log(bytes) / Math.log(1024)).floor, units.size].min
      format("%.1f %s", bytes / 1024.0**power, units[power - 1])
    end

    private_class_method :block_facts, :summary, :pools, :ranked, :as_text, :summary_lines, :table, :percent, :count, :size
  end
end
