@main
struct Trove {
  static func main() {}
}
