/// The version of the program: the newest one of CHANGELOG.md.
package let troveVersion = "0.7.0"
