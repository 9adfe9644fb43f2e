/** Plain text in columns. */

/** Lines of equal columns, two spaces apart, under a header with a rule; columns named in `right` are right-aligned. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[] = [],
): string[] {
  const widths = header.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    header
      .map((name, column) => {
        const cell = cells[column] ?? "";
        const width = widths[column] ?? 0;
        return right.includes(name) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)];
}
