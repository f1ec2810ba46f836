// What the page does in the browser. All text from outside goes into the page as text, never as HTML.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const make = (name, kind, ...inside) => {
    const element = document.createElement(name);
    if (kind) element.className = kind;
    element.append(...inside);
    return element;
  };
  const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };
  const plural = (count, one, many) => count + " " + (count === 1 ? one : many);

  // Teams differ in colour and in shape: eight of each, which makes 64 signs.
  const shapes = [
    "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9z", "M-8-8H8V8H-8z", "M0-10L10 8H-10z", "M0-11L11 0L0 11L-11 0z",
    "M-3.5-10h7v6.500h6.500v7h-6.500v6.500h-7v-6.500h-6.500v-7h6.500z", "M0 10L-10-8H10z", "M-5.500-9.500h11L11 0L5.500 9.500h-11L-11 0z",
    "M0-11L2.800-3.600L10.500-3.400L4.400 1.400L6.500 8.900L0 4.600L-6.500 8.900L-4.400 1.400L-10.500-3.400L-2.800-3.600z",
  ];
  const flag = "M-6 11V-11L9-5.500L-6 0z";
  const sign = (path, kind) => {
    const space = "http://www.w3.org/2000/svg";
    const picture = document.createElementNS(space, "svg");
    const shape = document.createElementNS(space, "path");
    picture.setAttribute("viewBox", "-12 -12 24 24");
    picture.setAttribute("class", "sign");
    picture.setAttribute("aria-hidden", "true");
    shape.setAttribute("d", path);
    shape.setAttribute("class", kind);
    picture.append(shape);
    return picture;
  };
  const signOf = (group) => sign(shapes[(group + Math.floor(group / 8)) % 8], "c" + group % 8);
  const whole = (party) => party.team && party.team !== party.name ? party.name + " (" + party.team + ")" : party.name;

  // The time by the host's clock.
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const clock = (time) => new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const ago = (time) => {
    const minutes = Math.floor((now() - time) / 60000);
    return minutes < 1 ? "just now" : minutes < 60 ? minutes + " min ago" : clock(time);
  };

  // MARK: the leaderboard

  let board = null;
  let known = null;

  const fill = (list, items, fit) => {
    while (list.children.length > items.length) list.lastChild.remove();
    items.forEach((item, index) => fit(item, list.children[index]));
  };

  const showRows = () => {
    const body = byId("rows");
    if (!board.rows.length) {
      const cell = make("td", "nothing", "Nothing is found yet.");
      cell.colSpan = 4;
      body.replaceChildren(make("tr", "", cell));
    } else {
      if (body.querySelector(".nothing")) body.replaceChildren();
      fill(body, board.rows, (row, line) => {
        const is = JSON.stringify([row.group, row.name, row.team]);
        if (!line) {
          const head = make("th");
          head.scope = "row";
          line = make("tr", "", make("td", "number"), head, make("td", "number"), make("td", "number"));
          body.append(line);
        }
        const [rank, name, points, found] = line.children;
        if (line.dataset.is !== is) {
          name.replaceChildren(signOf(row.group), row.name);
          if (row.team) name.append(" ", make("span", "team", row.team));
          line.dataset.is = is;
        }
        say(rank, row.rank + ".");
        say(points, String(row.points));
        say(found, String(row.found));
      });
    }
    say(byId("who"), board.teams ? "Team" : "Name");
    const left = board.total - board.rows.length;
    say(byId("more"), left > 0 ? "and " + left + " more" : "");
  };

  const showPrizes = () => {
    byId("won").hidden = !board.prizes.length;
    byId("prizes").replaceChildren(...board.prizes.map((prize) => {
      const open = prize.settled > now() && !board.closed;
      const what = make("span", "what", make("strong", "", prize.prize), " for " + prize.treasure + ": ",
        signOf(prize.group), whole(prize));
      if (open) what.append(make("span", "team", " until " + clock(prize.settled) + " an earlier find may still win it"));
      return make("li", "", what);
    }));
  };

  const showFinds = () => {
    const list = byId("finds");
    if (!board.finds.length) {
      list.replaceChildren(make("li", "nothing", "Nothing is found yet."));
      known = 0;
      return;
    }
    if (list.querySelector(".nothing")) list.replaceChildren();
    const lines = new Map([...list.children].map((line) => [Number(line.dataset.number), line]));
    const fresh = known === null ? [] : board.finds.filter((find) => find.number > known);
    list.replaceChildren(...board.finds.map((find) => {
      const is = JSON.stringify(find);
      let line = lines.get(find.number);
      if (!line || line.dataset.is !== is) {
        const what = make("span", "what", signOf(find.group), make("strong", "", find.name), " found " + find.treasure);
        if (find.team) what.append(" ", make("span", "team", find.team));
        if (find.prize) what.append(" ", make("span", "first", "★ wins " + find.prize));
        else if (find.first) what.append(" ", make("span", "first", "★ first"));
        if (find.wins) what.append(" ", make("span", "first", "⚑ has finished the hunt"));
        const time = make("time");
        time.dateTime = new Date(find.time).toISOString();
        line = make("li", fresh.includes(find) ? "fresh" : "", what, time);
        line.dataset.number = find.number;
        line.dataset.is = is;
      }
      return line;
    }));
    known = Math.max(known || 0, board.finds[0].number);
    if (fresh.length) tell(fresh);
    showAges();
  };

  const tell = (finds) => {
    const words = finds.slice(0, 3).reverse().map((find) => whole(find) + " found " + find.treasure
      + (find.prize ? ", and wins " + find.prize : find.first ? ", the first to do so" : "") + ".");
    if (finds.length > 3) words.push(finds.length - 3 + " more finds.");
    byId("news").replaceChildren(...words.map((text) => make("p", "", text)));
  };

  const showAges = () => {
    for (const time of document.querySelectorAll("#finds time")) say(time, ago(Date.parse(time.dateTime)));
    if (!board) return;
    const parts = [plural(board.joined, "player", "players"), plural(board.found, "find", "finds")];
    if (board.opens > now()) parts.push("opens at " + clock(board.opens));
    else if (board.ends > now() && !board.closed) {
      const minutes = Math.ceil((board.ends - now()) / 60000);
      parts.push(minutes < 120 ? plural(minutes, "minute", "minutes") + " left" : "ends at " + clock(board.ends));
    }
    say(byId("figures"), parts.join(" · "));
  };

  const showBoard = (message) => {
    board = message;
    document.title = board.title;
    say(byId("title"), board.title);
    say(byId("hunt"), board.hunt);
    showRows();
    showPrizes();
    showFinds();
    showAges();
    showStages();
    if (board.closed) end();
  };

  // MARK: the map

  let facts = null;
  let map = null;
  let ground = null;
  let isFitted = false;
  // Whether the map shows all by itself, until somebody moves it.
  let follows = true;
  const people = new Map();
  let stages = [];
  let names = [];

  const pin = (place, content, kind, z) => L.marker(place, {
    icon: L.divIcon({ html: content, className: kind, iconSize: [0, 0] }), interactive: false, keyboard: false,
    zIndexOffset: z,
  }).addTo(map);

  const at = (thing) => {
    const east = facts && facts.bounds && thing.lon < facts.bounds[1] - 180 ? 360 : 0;
    return L.latLng(thing.lat, thing.lon + east);
  };

  const startMap = () => {
    if (map) return;
    map = L.map("map", { attributionControl: false, zoomSnap: 0.1, maxZoom: 20, minZoom: 2 });
    L.control.scale({ imperial: navigator.language === "en-US" }).addTo(map);
    const all = L.control({ position: "topleft" });
    all.onAdd = () => {
      const link = make("a", "", "⤢");
      link.href = "#";
      link.title = "Show all";
      link.setAttribute("role", "button");
      link.setAttribute("aria-label", "Show all");
      L.DomEvent.on(link, "click", (event) => {
        L.DomEvent.stop(event);
        follows = true;
        fit(true);
      });
      return make("div", "leaflet-bar leaflet-control", link);
    };
    all.addTo(map);
    const box = map.getContainer();
    for (const kind of ["pointerdown", "wheel", "keydown"]) {
      box.addEventListener(kind, (event) => {
        if (event.key !== "Tab" && !event.target.closest("[aria-label='Show all']")) follows = false;
      }, { passive: true });
    }
    map.on("zoomstart", () => box.classList.remove("glide"));
    map.on("moveend resize", uncover);
    map.on("resize", () => fit(true));
    map.setView([0, 0], 2);
  };

  // Shows the whole map, and all who are beyond it.
  const fit = (must) => {
    if (!map || !follows) return;
    const wanted = L.latLngBounds(ground || []);
    for (const one of people.values()) if (!one.isOld) wanted.extend(one.marker.getLatLng());
    for (const one of stages) wanted.extend(one.marker.getLatLng());
    // It moves rarely: only when somebody is about to leave it.
    if (!wanted.isValid() || (!must && isFitted && map.getBounds().contains(wanted))) return;
    map.fitBounds(wanted, { maxZoom: 17.5, padding: ground ? [6, 6] : [60, 60], animate: isFitted && !must });
    isFitted = true;
    uncover();
  };

  // What would lie over something else is not written: players come first, then treasures, then names of places.
  const uncover = () => {
    if (!map) return;
    const taken = [];
    const size = map.getSize();
    const isFree = (box) => box[0] >= 0 && box[2] <= size.x && !taken.some((other) =>
      box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]);
    const em = parseFloat(getComputedStyle(map.getContainer()).fontSize);
    const wide = (element) => Math.min(20, element.textContent.length * 0.58) * em;
    const pins = [...people.values(), ...stages];
    const spots = pins.map((one) => map.latLngToContainerPoint(one.marker.getLatLng()));
    for (const spot of spots) {
      taken.push([spot.x - em * 0.7, spot.y - em * 0.7, spot.x + em * 0.7, spot.y + em * 0.7]);
    }
    // So many names would cover the map.
    const isCrowd = pins.length > 100;
    pins.forEach(({ tag }, index) => {
      const { x, y } = spots[index];
      const width = wide(tag);
      const right = [x + em * 0.9, y - em * 0.5, x + em + width, y + em * 0.5];
      const left = [x - em - width, right[1], x - em * 0.9, right[3]];
      const box = isCrowd ? null : isFree(right) ? right : isFree(left) ? left : null;
      tag.classList.toggle("covered", !box);
      tag.classList.toggle("left", box === left);
      if (box) taken.push(box);
    });
    for (const { marker, label } of names) {
      const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
      const half = wide(label) * 0.42;
      const box = [x - half, y - em * 0.5, x + half, y + em * 0.5];
      const isSeen = isFree(box);
      label.classList.toggle("covered", !isSeen);
      if (isSeen) taken.push(box);
    }
  };

  const showFacts = (message) => {
    if (facts) {
      // Another event, or another map: everything is begun anew.
      if (JSON.stringify(message) !== JSON.stringify(facts)) location.reload();
      return;
    }
    facts = message;
    say(byId("rules"), !facts.positions ? "This event does not show where players are."
      : facts.precision ? "Positions are rounded to " + facts.precision + " m." : "");
    say(byId("credit"), facts.attribution ? "Map: " + facts.attribution : "");
    if (!facts.bounds) return;
    startMap();
    const [south, west, north, east] = facts.bounds;
    ground = L.latLngBounds([south, west], [north, east]);
    names = facts.names.map((name) => {
      const label = make("span", "label", name.name);
      return { label, marker: pin(at(name), label, "", -2000) };
    });
    fit(true);
    fetch("/map.svg").then((reply) => reply.ok ? reply.text() : "").then((text) => {
      const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      if (picture.localName !== "svg") return;
      picture.setAttribute("aria-hidden", "true");
      L.svgOverlay(document.importNode(picture, true), ground).addTo(map);
      map.getContainer().classList.toggle("afloat", !!picture.querySelector(".sea"));
    }).catch(() => {});
  };

  const showStages = () => {
    if (board.stages.length) startMap();
    for (const { marker } of stages) marker.remove();
    stages = board.stages.map((stage) => {
      const tag = make("span", "tag", stage.treasure + (stage.found ? " (" + stage.found + "×)" : ""));
      const content = make("div", "pin" + (stage.found ? " done" : ""), sign(flag, "stage"), tag);
      return { tag, marker: pin(at(stage), content, "", -1000) };
    });
    fit();
    uncover();
    showWhat();
  };

  const showPeople = (message) => {
    if (message.people.length) startMap();
    const seen = new Set();
    if (map) map.getContainer().classList.add("glide");
    for (const person of message.people) {
      const key = String(person.id);
      const is = JSON.stringify([person.name, person.team, person.group]);
      seen.add(key);
      let shown = people.get(key);
      if (shown && shown.is !== is) {
        shown.marker.remove();
        shown = null;
      }
      if (!shown) {
        const tag = make("span", "tag", person.name);
        const content = make("div", "pin", signOf(person.group), tag);
        shown = { is, content, tag, marker: pin(at(person), content, "", 0) };
        people.set(key, shown);
      }
      shown.marker.setLatLng(at(person));
      shown.isOld = person.old;
      shown.content.classList.toggle("old", person.old);
    }
    for (const [key, shown] of people) {
      if (seen.has(key)) continue;
      shown.marker.remove();
      people.delete(key);
    }
    fit();
    uncover();
    showWhat();
  };

  const showWhat = () => {
    const parts = [];
    if (people.size) {
      parts.push(plural(people.size, "player", "players") + " on the map");
      const old = [...people.values()].filter((one) => one.isOld).length;
      if (old) parts.push(old + " not heard for a minute");
    }
    if (stages.length) parts.push(plural(stages.length, "treasure", "treasures") + " that the hunt shows");
    say(byId("seen"), parts.length ? parts.join(", ") + "." : "");
    document.body.classList.toggle("unmapped", !map);
  };

  // MARK: the connection

  let source = null;
  let heard = 0;
  let isOver = false;

  const state = (kind, text) => {
    byId("state").dataset.state = kind;
    say(byId("state"), text);
    document.body.classList.toggle("lost", kind === "lost");
  };

  const end = () => {
    isOver = true;
    if (source) source.close();
    state("over", "The event is over");
  };

  const listen = () => {
    if (source) source.close();
    if (isOver) return;
    heard = Date.now();
    source = new EventSource("/events");
    const hear = (name, then) => source.addEventListener(name, (event) => {
      heard = Date.now();
      if (!isOver) state("live", "Live");
      then(JSON.parse(event.data));
    });
    hear("event", showFacts);
    hear("board", showBoard);
    hear("people", showPeople);
    hear("beat", (beat) => {
      ahead = beat.now - Date.now();
      showAges();
    });
    source.onerror = () => { if (!isOver) state("lost", "Connection lost, trying again"); };
  };

  // The host says something every five seconds. Browsers try again by themselves, but not always.
  setInterval(() => {
    if (isOver || Date.now() - heard < 15000) return;
    state("lost", "Connection lost, trying again");
    listen();
  }, 1000);

  // MARK: the screen

  const looks = { "": "Colours: automatic", light: "Colours: light", dark: "Colours: dark" };
  const remember = (look) => { try { localStorage.setItem("look", look); } catch { /* not allowed */ } };
  const remembered = () => { try { return localStorage.getItem("look") || ""; } catch { return ""; } };
  const setLook = (look) => {
    if (look) document.documentElement.dataset.look = look;
    else delete document.documentElement.dataset.look;
    say(byId("look"), looks[look]);
  };
  let look = remembered() in looks ? remembered() : "";
  setLook(look);
  byId("look").addEventListener("click", () => {
    const all = Object.keys(looks);
    look = all[(all.indexOf(look) + 1) % all.length];
    setLook(look);
    remember(look);
  });

  // A projector must not go dark.
  const stayAwake = () => {
    if (document.fullscreenElement && !document.hidden && navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  };
  if (!document.documentElement.requestFullscreen) byId("full").hidden = true;
  byId("full").addEventListener("click", () => {
    document.documentElement.requestFullscreen().then(stayAwake).catch(() => {});
  });
  document.addEventListener("visibilitychange", stayAwake);

  listen();
})();
