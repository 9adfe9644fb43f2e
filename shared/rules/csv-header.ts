/** The format of a CSV, from its first lines: the delimiter, and the number of characters before the data. */

export interface CsvShape {
  readonly delimiter: string;
  /** Characters before the first record: a spreadsheet's `sep=;` line, which is not a row. */
  readonly skip: number;
}

const candidates = [";", ",", "\t"] as const;
const separatorLine = /^sep=(.)(?:\r\n|\r|\n|$)/i;

/**
 * The format of a CSV from its beginning; undefined when `head` does not yet hold a complete non-empty
 * first line. With `complete` the text has ended and undefined means that it is empty. Lines that begin with `comment`
 * are skipped.
 */
export function detectShape(head: string, complete: boolean, comment?: string): CsvShape | undefined {
  if (!complete && head.length < "sep=;\r\n".length) return undefined;
  const declared = separatorLine.exec(head);
  if (declared !== null && declared[1] !== undefined) return { delimiter: declared[1], skip: declared[0].length };
  const line = firstLine(head, complete, comment);
  return line === undefined ? undefined : { delimiter: mostFrequent(line), skip: 0 };
}

/** The first non-empty record, quoted parts blanked out; a line end inside quotes does not end it. */
function firstLine(head: string, complete: boolean, comment?: string): string | undefined {
  const hasContent = (line: string): boolean =>
    line.trim() !== "" && (comment === undefined || !line.startsWith(comment));
  let quoted = false;
  let line = "";
  for (const character of head) {
    if (character === '"') {
      quoted = !quoted;
      line += "_";
    } else if (!quoted && (character === "\n" || character === "\r")) {
      if (hasContent(line)) return line;
      line = "";
    } else if (!quoted) {
      line += character;
    }
  }
  return complete && hasContent(line) ? line : undefined;
}

function mostFrequent(line: string): string {
  let best: string = ",";
  let most = 0;
  for (const candidate of candidates) {
    const count = line.split(candidate).length - 1;
    if (count > most) [best, most] = [candidate, count];
  }
  return best;
}
