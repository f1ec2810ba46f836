import Doctor

extension Defect {
  /// Everything that can be wrong, one at a time.
  static let all = calls + versions + receivers + hindrances + skies + terminals

  private static let calls = [
    Defect("host unknown", .bad, .gpsd, ["gps.example"], ["trove doctor"], on: Patients.remote) {
      $0.place = DaemonPlace(host: "gps.example", port: "2947", isHere: false)
      $0.answer(.unknownHost)
    },
    Defect("localhost unknown", .bad, .gpsd, ["localhost"], ["echo '127.0.0.1 localhost' | sudo tee -a /etc/hosts"]) {
      $0.answer(.unknownHost)
    },
    Defect("not installed", .bad, .gpsd, ["not installed"], ["sudo apt install gpsd"]) {
      $0.answer(.refused)
      $0.system?.program = nil
      $0.system?.socketUnit = .absent
      $0.system?.daemons = []
    },
    Defect(
      "socket disabled", .bad, .gpsd, ["switched off", "gpsd.socket"], ["sudo systemctl enable --now gpsd.socket"]
    ) {
      $0.answer(.refused)
      $0.system?.socketUnit = .disabled
      $0.system?.daemons = []
    },
    Defect(
      "socket enabled and dead", .bad, .gpsd, ["should listen"],
      ["sudo systemctl restart gpsd.socket", "systemctl status gpsd.socket"]
    ) {
      $0.answer(.refused)
      $0.system?.daemons = []
    },
    Defect("no systemd", .bad, .gpsd, ["not running"], ["sudo gpsd -n /dev/ttyACM0"]) {
      $0.answer(.refused)
      $0.system?.hasSystemd = false
      $0.system?.daemons = []
    },
    Defect("another port", .bad, .gpsd, ["one does at port 2948"], ["trove doctor localhost:2948"]) {
      $0.answer(.refused)
      $0.system?.daemons = [.init(user: "me", groups: [], port: "2948")]
    },
    Defect("wrong port", .bad, .gpsd, ["Nothing listens at localhost:3000"], ["trove doctor localhost"]) {
      $0.place = DaemonPlace(host: "localhost", port: "3000", isHere: true)
      $0.answer(.refused)
    },
    Defect(
      "refused elsewhere", .bad, .gpsd, ["pi.lan is there", "2947"], ["sudo gpsd -G -n /dev/ttyUSB0"],
      on: Patients.remote
    ) { $0.answer(.refused) },
    Defect("no answer", .bad, .gpsd, ["does not answer"], ["ping -c 3 pi.lan"], on: Patients.remote) {
      $0.answer(.unanswered)
    },
    Defect("no route", .bad, .gpsd, ["no route to host"], ["ping -c 3 pi.lan"], on: Patients.remote) {
      $0.answer(.unreachable("no route to host"))
    },
    Defect("mute", .bad, .gpsd, ["says nothing"], ["sudo systemctl restart gpsd.socket gpsd"]) { $0.answer(.mute) },
    Defect(
      "closes", .bad, .gpsd, ["hangs up without a word"],
      ["journalctl -u gpsd -n 20", "sudo systemctl restart gpsd.socket"]
    ) { $0.answer(.closed) },
    Defect("a web server", .bad, .gpsd, ["no gpsd: it says “HTTP/1.0 400 Bad Request”"], ["trove doctor localhost"]) {
      $0.place = DaemonPlace(host: "localhost", port: "8080", isHere: true)
      $0.answer(.stranger(says: "HTTP/1.0 400 Bad Request"))
    },
    Defect("bare NMEA", .bad, .gpsd, ["$GPRMC"], ["gpsd -N -n tcp://localhost:10110"]) {
      $0.place = DaemonPlace(host: "localhost", port: "10110", isHere: true)
      $0.answer(.stranger(says: "$GPRMC,100000"))
    },
    Defect(
      "greets and hangs up", .bad, .gpsd, ["gpsd 3.22", "hangs up at once"],
      ["journalctl -u gpsd -n 20", "sudo systemctl restart gpsd.socket"]
    ) {
      $0.silence()
      $0.daemon.hungUp = true
    },
    Defect(
      "killed in the middle", .bad, .gpsd, ["hung up while"],
      ["journalctl -u gpsd -n 20", "sudo systemctl restart gpsd.socket"]
    ) {
      $0.loseFix()
      $0.daemon.hungUp = true
    },
    Defect(
      "greets and is mute", .bad, .gpsd, ["greets and then says nothing"], ["sudo systemctl restart gpsd.socket gpsd"]
    ) {
      $0.loseDevices()
      $0.daemon.hasListedDevices = false
    },
    Defect("two gpsds", .doubtful, .daemons, ["2 gpsds"], ["pgrep -a gpsd"]) {
      $0.system?.daemons.append(.init(user: "me", groups: []))
    },
  ]

  private static let versions = [
    Defect("too old", .bad, .version, ["2.4", "too old"], ["sudo apt install --only-upgrade gpsd"]) {
      ($0.daemon.release, $0.daemon.protocolMajor, $0.daemon.protocolMinor) = ("2.40", 2, 4)
    },
    Defect(
      "too old to understand the question", .bad, .version, ["2.3", "too old"],
      ["sudo apt install --only-upgrade gpsd"]
    ) {
      $0.loseDevices()
      $0.daemon.hasListedDevices = false
      ($0.daemon.release, $0.daemon.protocolMajor, $0.daemon.protocolMinor) = ("2.39", 2, 3)
    },
    Defect("old", .doubtful, .version, ["3.11", "old"], ["sudo apt install --only-upgrade gpsd"]) {
      ($0.daemon.release, $0.daemon.protocolMinor) = ("3.16", 11)
    },
    Defect("from the future", .doubtful, .version, ["4.0", "newer"]) {
      ($0.daemon.release, $0.daemon.protocolMajor, $0.daemon.protocolMinor) = ("4.1", 4, 0)
    },
  ]

  private static let receivers = [
    Defect(
      "nothing plugged in", .bad, .receiver, ["none is plugged in"],
      ["gpsd -N -n -S 2948 udp://0.0.0.0:29998", "trove doctor localhost:2948"]
    ) {
      $0.loseDevices()
      $0.system?.ports.removeFirst()
    },
    Defect(
      "plugged in, unknown to gpsd", .bad, .receiver, ["though /dev/ttyACM0 is there"],
      ["sudo gpsdctl add /dev/ttyACM0"]
    ) {
      $0.loseDevices()
    },
    Defect(
      "none elsewhere", .bad, .receiver, ["gpsd on pi.lan has no receiver"], ["sudo gpsdctl add /dev/ttyUSB0"],
      on: Patients.remote
    ) { $0.loseDevices() },
    Defect("no such file", .bad, .receiver, ["There is no /dev/ttyUSB7"], ["trove doctor"]) {
      $0.silence()
      $0.daemon.refusesDevice = true
      $0.ask(for: "/dev/ttyUSB7")
      $0.system?.missing = ["/dev/ttyUSB7"]
    },
    Defect(
      "no such file, nothing plugged in", .bad, .receiver, ["There is no /dev/ttyUSB8"], ["ls -l /dev/serial/by-id"]
    ) {
      $0.loseDevices()
      $0.daemon.refusesDevice = true
      $0.ask(for: "/dev/ttyUSB8")
      $0.system?.missing = ["/dev/ttyUSB8"]
      $0.system?.ports = []
    },
    Defect(
      "another receiver", .bad, .receiver, ["does not have the receiver /dev/ttyS0; it has /dev/ttyACM0"],
      ["sudo gpsdctl add /dev/ttyS0"]
    ) {
      $0.silence()
      $0.daemon.refusesDevice = true
      $0.ask(for: "/dev/ttyS0")
    },
    Defect("pulled out", .bad, .receiver, ["pulled out"]) {
      $0.silence()
      $0.system?.missing = [Patients.port]
      $0.system?.ports.removeFirst()
    },
    Defect(
      "never said anything", .bad, .receiver, ["/dev/ttyACM0 is there", "nothing that gpsd understands"],
      ["gpspipe -r -n 10"]
    ) {
      $0.silence()
      $0.daemon.devices = [.init(Patients.port)]
    },
    Defect("fell silent", .bad, .receiver, ["u-blox", "fallen silent"], ["gpspipe -r -n 10"]) { $0.silence() },
    Defect("silent phone", .bad, .receiver, ["listens at udp://0.0.0.0:29998"]) {
      $0.silence()
      $0.daemon.devices = [.init("udp://0.0.0.0:29998")]
    },
  ]

  private static let hindrances = [
    Defect(
      "no permission", .bad, .receiver, ["may not read /dev/ttyACM0", "group dialout", "runs as nobody (nogroup)"],
      ["sudo usermod -aG dialout nobody", "sudo systemctl restart gpsd.socket gpsd"]
    ) {
      $0.loseDevices()
      $0.system?.daemons = [.init(user: "nobody", groups: ["nogroup"])]
      $0.changePort { $0.isOpenToDaemon = false }
    },
    Defect(
      "root's own port", .bad, .receiver, ["may not read /dev/ttyACM0", "group root"],
      ["sudo chgrp dialout /dev/ttyACM0 && sudo chmod 660 /dev/ttyACM0", "sudo gpsdctl add /dev/ttyACM0"]
    ) {
      $0.loseDevices()
      $0.changePort { ($0.isOpenToDaemon, $0.group) = (false, "root") }
    },
    Defect("held by another program", .bad, .receiver, ["minicom has it open"], ["sudo fuser -v /dev/ttyACM0"]) {
      $0.silence()
      $0.changePort { $0.holders = ["minicom"] }
    },
    Defect(
      "ModemManager may hold it", .bad, .receiver, ["ModemManager may hold it"], ["sudo systemctl stop ModemManager"]
    ) {
      $0.loseDevices()
      $0.system?.hasModemManager = true
    },
    Defect(
      "ModemManager holds it", .bad, .receiver, ["/dev/ttyACM0 (u-blox 7)", "ModemManager holds it"],
      [
        "sudo systemctl stop ModemManager",
        #"echo 'ATTRS{idVendor}=="1546", ATTRS{idProduct}=="01a7", ENV{ID_MM_DEVICE_IGNORE}="1"' "#
          + "| sudo tee /etc/udev/rules.d/99-trove-receiver.rules && sudo udevadm control --reload",
      ]
    ) {
      $0.silence()
      $0.system?.hasModemManager = true
      $0.changePort {
        $0.holders = ["ModemManager"]
        $0.product = "u-blox 7"
        $0.usb = .init(vendor: "1546", product: "01a7")
      }
    },
  ]

  private static let skies = [
    Defect("unused satellites", .bad, .sky, ["sees 7 satellites and uses none"], ["trove doctor --wait 120"]) {
      $0.loseFix()
      ($0.daemon.seen, $0.daemon.used) = (7, 0)
    },
    Defect(
      "no satellites, elsewhere", .bad, .sky, ["sees no satellites"], ["trove doctor pi.lan:2947 --wait 120"],
      on: Patients.remote
    ) {
      $0.loseFix()
      ($0.daemon.seen, $0.daemon.used) = (nil, nil)
    },
    Defect("a compass", .bad, .fix, ["not about positions"], ["gpspipe -w -n 20"]) {
      $0.loseFix()
      ($0.daemon.seen, $0.daemon.used) = (nil, nil)
      $0.daemon.speaksOfPositions = false
    },
    Defect("2D", .doubtful, .fix, ["in 2D only, accurate to 4 m"]) { $0.daemon.dimensions = 2 },
    Defect("no accuracy", .doubtful, .accuracy, ["does not say how accurate"]) { $0.daemon.accuracy = nil },
  ]

  private static let terminals = [
    Defect("no TERM", .doubtful, .terminal, ["TERM is not set"], ["export TERM=xterm-256color"]) {
      ($0.terminal.term, $0.terminal.hasColours) = ("", false)
    },
    Defect("dumb", .doubtful, .terminal, ["TERM is dumb"], ["export TERM=xterm-256color"]) {
      ($0.terminal.term, $0.terminal.hasColours) = ("dumb", false)
    },
    Defect("Linux console", .doubtful, .terminal, ["Linux console"]) { $0.terminal.term = "linux" },
    Defect("C locale", .doubtful, .locale, ["The locale C is not UTF-8"], ["export LC_ALL=C.UTF-8"]) {
      ($0.terminal.locale, $0.terminal.isUTF8) = ("C", false)
    },
    Defect("no locale", .doubtful, .locale, ["No locale is set"], ["export LC_ALL=C.UTF-8"]) {
      ($0.terminal.locale, $0.terminal.isUTF8) = ("", false)
    },
    Defect("NO_COLOR", .doubtful, .colour, ["NO_COLOR"], ["unset NO_COLOR"]) {
      ($0.terminal.refusesColours, $0.terminal.hasColours) = (true, false)
    },
    Defect("no colours", .doubtful, .colour, ["shows no colours"], ["trove play --color always"]) {
      ($0.terminal.term, $0.terminal.hasColours) = ("vt100", false)
    },
    Defect("too small", .doubtful, .size, ["30 x 24"]) { $0.terminal.columns = 30 },
  ]
}
