/** The source of a pattern for adjacent cells of a printed table row: a text is matched literally, a pattern as it is. */
export function tableRow(...cells: readonly (string | RegExp)[]): string {
  return cells.map((cell) => (typeof cell === "string" ? RegExp.escape(cell) : cell.source)).join(" +");
}
