# The heap report as one page of HTML that needs nothing but itself.
#
# The facts stand in it as JSON; the script draws a tile for each block, coloured by what is
# asked for, and tells what is behind the tile that is chosen. Every tile can be reached by
# the keyboard and says what it is; both tables can be read without the script's tiles.

module Rutile
  module HeapPage
    # Inside a script element no text may end it.
    def self.embed(facts)
      JSON.generate(facts).gsub("<", "\\u003c").gsub("\u2028", "\\u2028").gsub("\u2029", "\\u2029")
    end

    def self.escape(text)
      text.to_s.gsub(/[&<>"]/, "&" => "&amp;", "<" => "&lt;", ">" => "&gt;", '"' => "&quot;")
    end

    def self.page(facts)
      <<~HTML
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Heap of #{escape(facts[:program])}</title>
        <style>
        #{STYLE}</style>
        </head>
        <body>
        #{BODY}<script type="application/json" id="facts">#{embed(facts)}</script>
        <script>
        #{SCRIPT}</script>
        </body>
        </html>
      HTML
    end

    BODY = <<~'HTML'
      <header>
        <p class="kicker">Heap report</p>
        <h1 id="program"></h1>
        <p class="about" id="about"></p>
      </header>
      <main>
        <section class="cards" id="cards" aria-label="Summary"></section>
        <section class="map">
          <div class="bar">
            <h2 id="map-title">Blocks</h2>
            <fieldset id="modes"><legend>Colour by</legend></fieldset>
          </div>
          <ul class="legend" id="legend"></ul>
          <div class="split">
            <div class="tiles" id="tiles" role="listbox" aria-labelledby="map-title" aria-describedby="map-help"></div>
            <aside id="details" aria-live="polite"></aside>
          </div>
          <p class="help" id="map-help">A tile is a block of 64 KiB, in order of address, filled as far as its slots are live (by sharing: as far as its
            pages are in memory); a wide tile is a large object. Point at one, or move with the arrow keys; Enter or a click keeps it.</p>
        </section>
        <section>
          <h2>Size pools</h2>
          <div class="scroll"><table id="pools"></table></div>
        </section>
        <div class="two">
          <section>
            <h2>Classes</h2>
            <div class="scroll"><table id="classes"></table></div>
          </section>
          <section>
            <h2>Allocation sites</h2>
            <div class="scroll"><table id="sites"></table></div>
          </section>
        </div>
      </main>
      <noscript>The tiles and tables of this page are drawn by its script.</noscript>
    HTML

    STYLE = <<~'CSS'
      :root {
        --page: #f6f4f1; --paper: #ffffff; --ink: #221d1c; --soft: #625955; --line: #dcd5cf; --empty: #e7e1dc; --accent: #a3192f;
        --p0: #8c1d40; --p1: #c2410c; --p2: #b7791f; --p3: #5c7c17; --p4: #14785a; --p5: #0e7490; --p6: #1d5fb4;
        --p7: #5046b5; --p8: #8b3fa8; --p9: #b83280; --large: #57534e;
        --young: #d97706; --mixed: #b45309; --old: #2f6fb3; --permanent: #5b3fa0;
        --private: #c2253c; --shared: #17785f; --absent: var(--empty);
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --page: #171413; --paper: #211d1b; --ink: #f1ebe6; --soft: #b3a8a1; --line: #3d3633; --empty: #332d2a; --accent: #ff8093;
          --p0: #e0608a; --p1: #f08a4b; --p2: #e3b341; --p3: #a3c644; --p4: #4cc39a; --p5: #3fb8d4; --p6: #6ba6f0;
          --p7: #948bf2; --p8: #c78ae0; --p9: #ee82b8; --large: #a8a29e;
          --young: #f5a83d; --mixed: #d9822b; --old: #6ba6f0; --permanent: #a995f0;
          --private: #ff7085; --shared: #4cc39a; --absent: var(--empty);
        }
      }
      * { box-sizing: border-box; }
      body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
      header, main { max-width: 1240px; margin: 0 auto; padding: 0 24px; }
      header { padding-top: 32px; }
      .kicker { margin: 0; color: var(--accent); font-weight: 600; font-size: 14px; }
      h1 { margin: 2px 0 0; font-size: 28px; line-height: 1.25; font-weight: 650; overflow-wrap: anywhere; letter-spacing: -0.01em; }
      h2 { margin: 0; font-size: 18px; font-weight: 650; }
      .about, .help { color: var(--soft); font-size: 14px; margin: 4px 0 0; max-width: 80ch; }
      .help { margin-top: 12px; }
      section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 20px 0; min-width: 0; }
      .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(290px, 1fr)); gap: 20px 32px; }
      .card b { display: block; font-size: 24px; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums; }
      .card span { display: block; color: var(--soft); font-size: 14px; }
      .meter { display: flex; height: 6px; margin-top: 8px; border-radius: 3px; overflow: hidden; background: var(--empty); }
      .bar { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: center; justify-content: space-between; }
      fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
      legend { float: left; padding: 0; margin-right: 10px; color: var(--soft); font-size: 14px; }
      fieldset label { position: relative; cursor: pointer; }
      fieldset input { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer; }
      fieldset label span { display: block; padding: 4px 12px; border: 1px solid var(--line); border-radius: 999px; font-size: 14px; }
      fieldset input:checked + span { background: var(--ink); color: var(--paper); border-color: var(--ink); }
      fieldset input:focus-visible + span, .tile:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
      .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 14px 0; padding: 0; font-size: 14px; color: var(--soft); }
      .legend i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin-right: 6px; vertical-align: -1px; }
      .split { display: grid; grid-template-columns: minmax(0, 1fr) 330px; gap: 24px; align-items: start; }
      .tiles { --side: 20px; display: flex; flex-wrap: wrap; gap: 3px; max-height: 560px; overflow-y: auto; padding: 4px; margin: -4px; align-content: flex-start; }
      .tile { width: var(--side); height: var(--side); padding: 0; border: 0; border-radius: 4px; cursor: pointer; background: linear-gradient(to top, var(--c) var(--fill), var(--empty) var(--fill)); }
      .tile.large { width: calc(var(--side) * var(--wide) + 3px * (var(--wide) - 1)); }
      .tile[aria-selected="true"] { box-shadow: 0 0 0 2px var(--paper), 0 0 0 4px var(--ink); }
      aside { position: sticky; top: 16px; font-size: 14px; border-left: 3px solid var(--line); padding-left: 18px; min-width: 0; }
      aside h3 { margin: 0 0 6px; font-size: 16px; font-weight: 650; }
      aside h4 { margin: 14px 0 4px; font-size: 14px; font-weight: 650; }
      aside dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin: 0; }
      dt { color: var(--soft); }
      dd { margin: 0; font-variant-numeric: tabular-nums; }
      .share { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 10px; margin: 0 0 5px; }
      .share span { overflow-wrap: anywhere; }
      .share b { font-weight: 500; font-variant-numeric: tabular-nums; }
      .share i { grid-column: 1 / -1; height: 3px; border-radius: 2px; background: var(--c); }
      .scroll { overflow: auto; max-height: 520px; margin-top: 10px; }
      table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
      th { position: sticky; top: 0; background: var(--paper); font-weight: 600; color: var(--soft); }
      th, td { text-align: right; padding: 5px 10px; border-bottom: 1px solid var(--line); white-space: nowrap; }
      th:first-child, td:first-child { text-align: left; padding-left: 0; white-space: normal; overflow-wrap: anywhere; }
      td.code { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
      .two { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px; }
      .two section { margin: 0 0 32px; }
      @media (max-width: 900px) { .split, .two { grid-template-columns: minmax(0, 1fr); } aside { position: static; } header, main { padding-left: 16px; padding-right: 16px; } }
      @media (prefers-reduced-motion: no-preference) { .tile { transition: transform 80ms; } .tile:hover { transform: scale(1.2); } }
      @media (forced-colors: active) { .tile { forced-color-adjust: none; } }
    CSS

    SCRIPT = <<~'JS'
      "use strict";
      const facts = JSON.parse(document.getElementById("facts").textContent);
      const at = (id) => document.getElementById(id);
      const element = (name, text, className) => {
        const made = document.createElement(name);
        if (text !== undefined) made.textContent = text;
        if (className) made.className = className;
        return made;
      };
      const count = (number) => number.toLocaleString("en-US");
      const percent = (part, whole) => whole ? Math.round(part / whole * 100) : 0;
      const size = (bytes) => {
        const units = ["B", "KiB", "MiB", "GiB", "TiB"];
        let unit = 0;
        while (bytes >= 1024 && unit < units.length - 1) { bytes /= 1024; unit += 1; }
        return (unit ? bytes.toFixed(bytes < 10 ? 2 : 1) : bytes) + "\u00a0" + units[unit];
      };

      // --- head and summary ---
      const summary = facts.summary;
      at("program").textContent = facts.program;
      at("about").textContent = `Process ${facts.process}, ${facts.engine}, ${facts.taken}`;
      const card = (value, label, parts) => {
        const made = element("div", undefined, "card");
        made.append(element("b", value), element("span", label));
        if (parts) {
          const meter = element("div", undefined, "meter");
          const whole = parts.reduce((sum, part) => sum + part[0], 0) || 1;
          for (const [part, colour] of parts) {
            const stretch = element("i");
            stretch.style.cssText = `width:${part / whole * 100}%;background:${colour}`;
            meter.append(stretch);
          }
          made.append(meter);
        }
        at("cards").append(made);
      };
      card(size(summary.bytes), `in ${count(summary.blocks)} blocks`);
      card(size(summary.live_bytes), `live in ${count(summary.live_objects)} cells`,
        [[summary.live_bytes, "var(--accent)"], [Math.max(0, summary.bytes - summary.live_bytes), "var(--empty)"]]);
      card(size(summary.permanent_bytes), "permanent, never collected",
        [[summary.permanent_bytes, "var(--permanent)"], [Math.max(0, summary.live_bytes - summary.permanent_bytes), "var(--empty)"]]);
      card(size(summary.heap_shared_bytes), `of the heap shared, ${size(summary.heap_private_bytes)} private`,
        [[summary.heap_shared_bytes, "var(--shared)"], [summary.heap_private_bytes, "var(--private)"]]);
      card(size(summary.process_shared_bytes + summary.process_private_bytes), `resident, ${size(summary.process_private_bytes)} private`,
        [[summary.process_shared_bytes, "var(--shared)"], [summary.process_private_bytes, "var(--private)"]]);
      card(count(summary.collections), `collections in ${count(summary.collection_milliseconds)} ms`);

      // --- what a colour means ---
      const slots = [...new Set(facts.blocks.filter((block) => !block.large).map((block) => block.slot))].sort((a, b) => a - b);
      const slotKey = (slot) => `p${Math.max(0, Math.round(Math.log2(slot)) - 5) % 10}`;
      const poolKey = (block) => block.large ? "large" : slotKey(block.slot);
      // Neighbouring pools have one colour.
      const poolLabels = [...new Set(slots.map(slotKey))].map((key) => {
        const group = slots.filter((slot) => slotKey(slot) === key);
        return [key, (group.length > 1 ? `${group[0]} to ${group[group.length - 1]}` : group[0]) + " bytes"];
      });
      const modes = {
        pool: {
          label: "Size pool", key: poolKey,
          legend: poolLabels.concat([["large", "Large object"]]),
        },
        generation: {
          label: "Generation",
          key: (block) => block.permanent ? "permanent" : block.old === block.live ? "old" : block.old === 0 ? "young" : "mixed",
          legend: [["young", "Young"], ["mixed", "Young and old"], ["old", "Old"], ["permanent", "Permanent"]],
        },
        sharing: {
          label: "Sharing",
          key: () => "absent",
          legend: [["private", "Private pages"], ["shared", "Shared pages"], ["absent", "Not in memory"]],
          pages: { private: (block) => block.private, shared: (block) => block.shared, absent: (block) => block.bytes / facts.summary.page_bytes - block.private - block.shared },
        },
      };
      const tell = (mode, block) => {
        const key = modes[mode].key(block);
        return (modes[mode].legend.find((entry) => entry[0] === key) || ["", ""])[1];
      };

      // --- tiles ---
      let mode = "pool";
      let kept = -1;
      const tiles = facts.blocks.map((block, index) => {
        const tile = element("button", undefined, block.large ? "tile large" : "tile");
        const full = percent(block.live, block.slots);
        tile.type = "button";
        tile.tabIndex = -1;
        tile.dataset.index = index;
        tile.style.setProperty("--fill", block.live ? Math.max(8, full) + "%" : "0%");
        if (block.large) tile.style.setProperty("--wide", Math.min(12, Math.max(2, Math.round(block.bytes / 65536))));
        tile.setAttribute("role", "option");
        tile.setAttribute("aria-selected", "false");
        return tile;
      });
      if (tiles.length <= 400) at("tiles").style.setProperty("--side", "28px");
      at("tiles").append(...tiles);
      if (tiles.length) tiles[0].tabIndex = 0;

      // Private pages below, shared ones above; one page of many still shows.
      const stack = (block) => {
        const pages = block.bytes / facts.summary.page_bytes;
        const low = block.private ? Math.max(12, block.private / pages * 100) : 0;
        const high = Math.max(low, Math.min(100, low + block.shared / pages * 100));
        return `linear-gradient(to top, var(--private) ${low}%, var(--shared) ${low}% ${high}%, var(--empty) ${high}%)`;
      };

      const paint = () => {
        tiles.forEach((tile, index) => {
          const block = facts.blocks[index];
          tile.style.setProperty("--c", `var(--${modes[mode].key(block)})`);
          tile.style.background = mode === "sharing" ? stack(block) : "";
          tile.setAttribute("aria-label", `Block ${index + 1}, ${block.large ? "large object of " + size(block.slot) : block.slot + " byte slots"}, ` +
            `${percent(block.live, block.slots)}% full, ${tell("generation", block)}, ${block.private} private and ${block.shared} shared pages`);
        });
        at("legend").replaceChildren(...modes[mode].legend.map(([key, label]) => {
          const entry = element("li");
          const mark = element("i");
          const number = modes[mode].pages ? facts.blocks.reduce((sum, block) => sum + modes[mode].pages[key](block), 0)
            : facts.blocks.filter((block) => modes[mode].key(block) === key).length;
          mark.style.background = `var(--${key})`;
          entry.append(mark, `${label} (${count(number)})`);
          return entry;
        }));
      };

      const shares = (title, rows, whole, colour) => {
        const parts = [element("h4", title)];
        const most = rows.reduce((sum, row) => Math.max(sum, row[1]), 1);
        for (const [name, number] of rows) {
          const row = element("p", undefined, "share");
          const stretch = element("i");
          stretch.style.cssText = `--c:${colour};width:${Math.max(1, number / most * 100)}%`;
          row.append(element("span", name), element("b", count(number)), stretch);
          parts.push(row);
        }
        const listed = rows.reduce((sum, row) => sum + row[1], 0);
        if (whole > listed && rows.length) parts.push(element("p", `and ${count(whole - listed)} others`, "about"));
        return parts;
      };

      const show = (index) => {
        const block = facts.blocks[index];
        if (!block) return;
        const list = element("dl");
        const line = (name, value) => list.append(element("dt", name), element("dd", value));
        line("Address", "0x" + block.address);
        line(block.large ? "Object" : "Slots", block.large ? size(block.slot) : `${count(block.live)} of ${count(block.slots)} live, ${block.slot} bytes each`);
        line("Generation", block.permanent ? "permanent" : `${count(block.old)} old, ${count(block.live - block.old)} young`);
        line("Pages", `${count(block.private)} private, ${count(block.shared)} shared`);
        const parts = [element("h3", `Block ${count(index + 1)} of ${count(facts.blocks.length)}`), list,
          ...shares("Classes", block.classes, block.live, `var(--${poolKey(block)})`)];
        if (block.sites.length) parts.push(...shares("Allocated at", block.sites, 0, "var(--accent)"));
        else if (facts.sites.length) parts.push(element("p", "Nothing in it was allocated while sites were recorded.", "about"));
        at("details").replaceChildren(...parts);
      };

      const keep = (index) => {
        if (tiles[kept]) tiles[kept].setAttribute("aria-selected", "false");
        kept = index;
        tiles[kept].setAttribute("aria-selected", "true");
        show(kept);
      };
      const focus = (index) => {
        const tile = tiles[Math.min(tiles.length - 1, Math.max(0, index))];
        tiles.forEach((other) => { other.tabIndex = -1; });
        tile.tabIndex = 0;
        tile.focus();
      };
      const columns = () => {
        const top = tiles[0].offsetTop;
        const first = tiles.findIndex((tile) => tile.offsetTop > top);
        return first < 1 ? tiles.length : first;
      };
      const indexOf = (event) => event.target.dataset && event.target.dataset.index !== undefined ? Number(event.target.dataset.index) : -1;
      at("tiles").addEventListener("pointerover", (event) => { if (indexOf(event) >= 0) show(indexOf(event)); });
      at("tiles").addEventListener("pointerleave", () => { if (kept >= 0) show(kept); });
      at("tiles").addEventListener("focusin", (event) => { if (indexOf(event) >= 0) show(indexOf(event)); });
      at("tiles").addEventListener("click", (event) => { if (indexOf(event) >= 0) { keep(indexOf(event)); focus(indexOf(event)); } });
      at("tiles").addEventListener("keydown", (event) => {
        const index = indexOf(event);
        const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns(), ArrowUp: -columns(), Home: -index, End: tiles.length };
        if (index < 0 || steps[event.key] === undefined) return;
        event.preventDefault();
        focus(index + steps[event.key]);
      });

      for (const [name, entry] of Object.entries(modes)) {
        const label = element("label");
        const input = element("input");
        Object.assign(input, { type: "radio", name: "mode", value: name, checked: name === mode });
        input.addEventListener("change", () => { mode = name; paint(); });
        label.append(input, element("span", entry.label));
        at("modes").append(label);
      }
      paint();
      if (tiles.length) keep(facts.blocks.reduce((best, block, index, all) => block.sites.length > all[best].sites.length ? index : best, 0));

      // --- tables ---
      const table = (id, head, rows, codeColumn) => {
        const top = element("thead");
        const line = element("tr");
        head.forEach((name) => { const cell = element("th", name); cell.scope = "col"; line.append(cell); });
        top.append(line);
        const body = element("tbody");
        for (const row of rows) {
          const made = element("tr");
          row.forEach((value, column) => made.append(element("td", value, column === 0 && codeColumn ? "code" : undefined)));
          body.append(made);
        }
        at(id).append(top, body);
      };
      table("pools", ["Slot size", "Blocks", "Memory", "Live", "Full", "Old"], facts.pools.map((pool) =>
        [pool.slot === "large" ? "Large objects" : `${pool.slot} bytes`, count(pool.blocks), size(pool.bytes), count(pool.live),
          percent(pool.live, pool.slots) + "%", percent(pool.old, pool.live) + "%"]));
      const ranked = (rows) => rows.slice(0, 200).map(([name, number, bytes]) => [name, count(number), size(bytes)]);
      table("classes", ["Class", "Cells", "Memory"], ranked(facts.classes), true);
      if (facts.sites.length) table("sites", ["Site", "Cells", "Memory"], ranked(facts.sites), true);
      else at("sites").replaceWith(element("p", "Not recorded: ObjectSpace.trace_object_allocations_start was not called.", "about"));
    JS
  end
end
