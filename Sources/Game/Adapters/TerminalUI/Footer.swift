package import TextCanvas
package import Views

/// Draws as many keys as fit, none cut.
package func drawKeys(_ keys: [KeyHelp], on canvas: inout Canvas) {
  var column = 1
  let row = canvas.size.rows - 1
  for key in keys {
    let width = CharacterWidth.columns(of: key.key) + CharacterWidth.columns(of: key.action) + 1
    guard column + width <= canvas.size.columns else { return }
    column += canvas.put(key.key, column: column, row: row, style: Palette.key) + 1
    column += canvas.put(key.action, column: column, row: row, style: Palette.quiet) + 2
  }
}
