// swift-tools-version: 6.2
import PackageDescription

/// Somebody's own location code, and a program that drives it through a bad day.
let package = Package(
  name: "OwnLocationCode",
  dependencies: [
    .package(name: "trove", path: "../..")
  ],
  targets: [
    .target(name: "DistanceTracker"),
    .executableTarget(
      name: "drive-tracker",
      dependencies: ["DistanceTracker", .product(name: "TroveSimulation", package: "trove")]),
  ]
)
