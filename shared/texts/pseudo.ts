/**
 * The pseudo-locale `en-XA`: every text of the catalogue in brackets, accented and 40 % longer. Text without
 * brackets does not come from the catalogue; truncated text would be truncated in a longer language.
 */
export const pseudoLanguage = "en-XA";

const accents: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  y: "ý",
  c: "ç",
  n: "ñ",
  A: "Á",
  E: "É",
  I: "Í",
  O: "Ó",
  U: "Ú",
};

export function pseudoTexts<Tree extends object>(texts: Tree): Tree {
  const entries = Object.entries(texts).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === "string" ? pseudoText(value) : pseudoTexts(value as object),
  ]);
  return Object.fromEntries(entries) as Tree;
}

/** Parameters (`{{count, number}}`) and tags (`<b>`) stay unchanged. */
function pseudoText(text: string): string {
  const letters = text
    .split(/(\{\{[^}]*\}\}|<[^>]*>)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[A-Za-z]/g, (letter) => accents[letter] ?? letter),
    )
    .join("");
  return `[${letters}${padding(Math.ceil(text.length * 0.4))}]`;
}

/** In words of ten characters, so that a text wraps like a translation. */
function padding(length: number): string {
  return "~".repeat(length).replaceAll(/~{10}(?=~)/g, "$& ");
}
