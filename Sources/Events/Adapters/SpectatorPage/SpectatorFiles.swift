/// The files of the page that are the same for all events.
enum SpectatorFiles {
  static let page = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Event</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/leaflet.css">
    <link rel="stylesheet" href="/page.css">
    <script src="/leaflet.js" defer></script>
    <script src="/page.js" defer></script>
    </head>
    <body>
    <a class="skip" href="#board">To the leaderboard</a>
    <header>
    <div class="names"><h1 id="title">Event</h1><p id="hunt"></p></div>
    <p id="figures"></p>
    <p id="state" role="status" data-state="wait">Connecting</p>
    <div class="tools">
    <button type="button" id="look">Colours: automatic</button>
    <button type="button" id="full">Full screen</button>
    </div>
    </header>
    <main>
    <section id="place" aria-labelledby="place-head">
    <h2 id="place-head" class="unseen">Map</h2>
    <div id="map" aria-describedby="seen"></div>
    <p class="small"><span id="seen"></span> <span id="rules"></span> <span id="credit"></span></p>
    </section>
    <div class="lists">
    <section id="board" aria-labelledby="board-head" tabindex="-1">
    <h2 id="board-head">Leaderboard</h2>
    <div class="scroll" role="group" aria-labelledby="board-head" tabindex="0">
    <table>
    <thead><tr>
    <th scope="col" class="number">Rank</th><th scope="col" id="who">Name</th>
    <th scope="col" class="number">Points</th><th scope="col" class="number">Found</th>
    </tr></thead>
    <tbody id="rows"></tbody>
    </table>
    <p id="more" class="small"></p>
    </div>
    </section>
    <section id="won" aria-labelledby="won-head" hidden>
    <h2 id="won-head">Prizes</h2>
    <ul id="prizes"></ul>
    </section>
    <section id="latest" aria-labelledby="latest-head">
    <h2 id="latest-head">Latest finds</h2>
    <div class="scroll" role="group" aria-labelledby="latest-head" tabindex="0"><ol id="finds"></ol></div>
    </section>
    </div>
    </main>
    <div id="news" class="unseen" aria-live="polite"></div>
    <noscript><p>This page needs JavaScript.</p></noscript>
    </body>
    </html>

    """

  static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0072b2" stroke="#fff" stroke-width="2" \
    d="M16 2a10 10 0 0 1 10 10c0 8-10 18-10 18S6 20 6 12A10 10 0 0 1 16 2z"/><circle cx="16" cy="12" r="4" fill="#fff"/>\
    </svg>

    """

  /// Values of the dark look, for those who prefer it and for those who have chosen it.
  private static let dark = """
    --page: #0f1216; --panel: #181c22; --text: #f2f4f7; --quiet: #aeb6c1; --line: #39414d; --accent: #7cc4ff; --new: #3a3413;
    --good: #63d6a6; --bad: #ffa07a; --halo: #0f1216; --edge: #fff; color-scheme: dark;
    --sea: #12222e; --land: #23262a; --field: #262a26; --green: #22331f; --wood: #1c301d; --sand: #35301f; --ice: #2e3940;
    --stone: #2b2a2e; --water: #16303f; --house: #3a3734; --hard: #6d5f4e; --wet: #3f7690; --border: #8a6aa0;
    --path: #7a6a50; --rail: #6c7480; --lane: #4b4d53; --street: #5b5e65; --road: #77693f; --highway: #8a5a3c;
    """

  static let style = """
    :root {
      --page: #f4f5f7; --panel: #fff; --text: #14171b; --quiet: #535b66; --line: #c3c9d1; --accent: #0057a3; --new: #fff3b8;
      --good: #00664a; --bad: #a83200; --halo: #fff; --edge: #111; color-scheme: light;
      --sea: #cfe3f0; --land: #f6f4ee; --field: #f2efdc; --green: #dcebcd; --wood: #c8dfba; --sand: #f7edcb; --ice: #eaf5fa;
      --stone: #ebe5ea; --water: #bddaec; --house: #ddd6cc; --hard: #94795a; --wet: #6ba3c6; --border: #8a5aa0;
      --path: #b8935f; --rail: #8a909a; --lane: #c9c4bd; --street: #b9b4ad; --road: #d8b656; --highway: #d98b5f;
    }
    @media (prefers-color-scheme: dark) { :root:not([data-look=light]) { \(dark) } }
    :root[data-look=dark] { \(dark) }
    html { font-size: clamp(100%, 0.55vw + 1.15vh, 300%); }
    * { box-sizing: border-box; }
    body { margin: 0; min-height: 100vh; background: var(--page); color: var(--text); font: 1rem/1.4 system-ui, sans-serif;
      display: flex; flex-direction: column; overflow-wrap: anywhere; }
    h1, h2, p, ol, ul { margin: 0; padding: 0; }
    h1 { font-size: 1.6rem; line-height: 1.15; }
    h2 { font-size: 1.1rem; margin-bottom: .3rem; }
    .small { font-size: .85rem; color: var(--quiet); }
    .unseen, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }
    .skip:focus { position: absolute; z-index: 2000; padding: .5rem 1rem; background: var(--panel); color: var(--accent); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    header { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; align-items: baseline; padding: .6rem 1rem; }
    .names { flex: 1 1 14rem; display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; }
    #hunt, #figures { color: var(--quiet); }
    #state::before { content: "●"; margin-right: .35em; }
    #state[data-state=live]::before { color: var(--good); }
    #state[data-state=lost]::before { content: "▲"; color: var(--bad); }
    #state[data-state=over]::before { content: "■"; }
    .tools { display: flex; gap: .5rem; }
    button { font: inherit; font-size: .85rem; padding: .25rem .7rem; min-height: 2rem; color: inherit; cursor: pointer;
      background: var(--panel); border: 1px solid var(--quiet); border-radius: .4rem; }
    main { flex: 1; display: grid; gap: .8rem; padding: 0 1rem 1rem; min-height: 0;
      grid-template-columns: minmax(0, 1fr); }
    section { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: .7rem .9rem;
      min-width: 0; display: flex; flex-direction: column; }
    section[hidden] { display: none; }
    .lists { display: flex; flex-direction: column; gap: .8rem; min-width: 0; }
    #place { padding: 0; overflow: hidden; }
    #place .small { padding: .3rem .9rem; }
    #map { flex: 1; min-height: 45vh; }
    .unmapped #place { display: none; }
    table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th { text-align: left; font-size: .85rem; color: var(--quiet); font-weight: 600; }
    thead th { position: sticky; top: 0; background: var(--panel); }
    td, th { padding: .28rem .4rem; }
    tbody tr { border-top: 1px solid var(--line); }
    .number { text-align: right; width: 1%; white-space: nowrap; }
    tbody th { font-size: 1rem; color: var(--text); }
    td .team, .team { color: var(--quiet); font-size: .85rem; font-weight: 400; }
    .sign { width: 1.15em; height: 1.15em; vertical-align: -.2em; margin-right: .4em; overflow: visible; flex: none; }
    .sign path { stroke: var(--edge); stroke-width: 1.6; stroke-linejoin: round; }
    .c0 { fill: #0072b2; } .c1 { fill: #e69f00; } .c2 { fill: #009e73; } .c3 { fill: #cc79a7; }
    .c4 { fill: #56b4e9; } .c5 { fill: #d55e00; } .c6 { fill: #f0e442; } .c7 { fill: #999; }
    ol, ul { list-style: none; }
    li { padding: .35rem .4rem; border-top: 1px solid var(--line); display: flex; gap: .1rem .6rem; align-items: baseline; }
    li .what { flex: 1; }
    li time { color: var(--quiet); font-size: .85rem; white-space: nowrap; }
    .first { color: var(--good); font-weight: 600; }
    .nothing { color: var(--quiet); }
    .fresh { animation: fresh 8s ease-out; }
    @keyframes fresh { from { background: var(--new); } 60% { background: var(--new); } }
    @media (min-width: 60rem) {
      body { height: 100vh; }
      main { grid-template-columns: minmax(0, 1.6fr) minmax(22rem, 1fr); }
      #map, .lists { min-height: 0; }
      #board, #latest { min-height: 6rem; }
      #board { flex: 0 1 auto; }
      #won { flex: none; max-height: 25%; overflow: auto; }
      #latest { flex: 1 1 35%; }
      .scroll { overflow: auto; min-height: 0; flex: 1 1 auto; }
      .unmapped main { grid-template-columns: minmax(0, 1fr); }
    }
    .leaflet-container { font: inherit; background: var(--land); }
    .leaflet-container.afloat { background: var(--sea); }
    .leaflet-container:focus-visible { outline-offset: -3px; }
    .leaflet-bar a, .leaflet-bar a:hover { background: var(--panel); color: var(--text); border-color: var(--line);
      width: 2.2rem; height: 2.2rem; line-height: 2.2rem; font-size: 1.2rem; }
    .leaflet-bar a.leaflet-disabled { background: var(--panel); color: var(--quiet); }
    .leaflet-control-scale-line { background: none; color: var(--text); border-color: var(--text); text-shadow: none;
      font-size: .75rem; line-height: 1.2; }
    .pin { position: absolute; transform: translate(-50%, -50%); }
    .pin .sign { width: 1.7rem; height: 1.7rem; display: block; margin: 0; filter: drop-shadow(0 0 2px var(--halo)); }
    .pin .stage { fill: var(--panel); } .pin.done .stage { fill: var(--text); }
    .tag { position: absolute; left: 100%; top: 50%; transform: translateY(-50%); white-space: nowrap; font-weight: 600;
      font-size: .95rem; max-width: 20rem; overflow: hidden; text-overflow: ellipsis; padding: 0 .25rem;
      text-shadow: 0 0 3px var(--halo), 0 0 3px var(--halo), 0 0 3px var(--halo), 0 0 5px var(--halo); }
    .label { position: absolute; transform: translate(-50%, -50%); white-space: nowrap; font-size: .8rem; font-style: italic;
      color: var(--quiet); text-shadow: 0 0 3px var(--halo), 0 0 3px var(--halo), 0 0 4px var(--halo); }
    .covered { display: none; }
    .old { opacity: .55; }
    .old .sign path { stroke-dasharray: 3 2; }
    .lost .pin { opacity: .4; }
    .tag.left { left: auto; right: 100%; }
    .glide .leaflet-marker-icon { transition: transform 1s linear; }
    @media (prefers-reduced-motion: reduce) {
      .glide .leaflet-marker-icon { transition: none; }
      .fresh { animation: none; background: var(--new); }
    }
    :fullscreen .tools { display: none; }

    """

  /// How kinds of ground look; each is told by its shape, too.
  static let ground = """
    .ground path { fill: none; stroke: none; vector-effect: non-scaling-stroke; stroke-linejoin: round; fill-rule: evenodd; }
    .ground .sea { fill: var(--sea); }
    .ground .on-earth, .ground .on-paving { fill: var(--stone); }
    .ground .on-field { fill: var(--field); }
    .ground .on-grass { fill: var(--green); }
    .ground .on-wood { fill: var(--wood); }
    .ground .on-sand { fill: var(--sand); }
    .ground .on-ice { fill: var(--ice); }
    .ground .on-water { fill: var(--water); stroke: var(--wet); stroke-width: 1px; }
    .ground .on-floor { fill: var(--house); stroke: var(--hard); stroke-width: .6px; }
    .ground .on-deck { fill: var(--lane); }
    .ground .on-asphalt { fill: var(--street); }
    .ground .land.area { fill: var(--land); stroke: var(--wet); stroke-width: 1.5px; }
    .ground .cliff { stroke: var(--hard); stroke-width: 2px; stroke-dasharray: 2 2; }
    .ground .wall { stroke: var(--hard); stroke-width: 1px; }
    .ground .stream.line { stroke: var(--wet); stroke-width: 2px; }
    .ground .pier.line { stroke: var(--lane); stroke-width: 3px; }
    .ground .boundary { stroke: var(--border); stroke-width: 1.5px; stroke-dasharray: 8 3 2 3; }
    .ground .ferry { stroke: var(--wet); stroke-width: 1.5px; stroke-dasharray: 6 4; }
    .ground .path { stroke: var(--path); stroke-width: 1.5px; stroke-dasharray: 4 3; }
    .ground .rail { stroke: var(--rail); stroke-width: 2px; stroke-dasharray: 9 3; }
    .ground .service.line { stroke: var(--lane); stroke-width: 2px; }
    .ground .street.line { stroke: var(--street); stroke-width: 3px; }
    .ground .road.line { stroke: var(--road); stroke-width: 4px; }
    .ground .highway.line { stroke: var(--highway); stroke-width: 5px; }

    """
}
