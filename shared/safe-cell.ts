/** The first characters that make a spreadsheet parse a text as a formula, full-width forms included. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Escapes a text that a spreadsheet would evaluate as a formula with a leading apostrophe. Pure. */
export function safeCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}
