/** Which entries of the palette match a query, best first. Pure. */

export interface PaletteText {
  readonly label: string;
  /** Additional search terms. */
  readonly keywords?: string;
}

/** Ignores case and accents: "elan" finds "Élan". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function wordsOf(text: string): readonly string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/**
 * 0 if a word of the query is missing. Else the worse of its words decides: the label begins with it (4), a word of the label does (3), the
 * label contains it (2), a keyword begins with it (1). A label that is, or begins with, the whole query precedes all others.
 */
export function relevance(query: string, { label, keywords = "" }: PaletteText): number {
  const text = plain(query).trim();
  if (text === "") return 1;
  const whole = plain(label);
  if (whole === text) return 6;
  if (whole.startsWith(text)) return 5;
  const labelWords = wordsOf(label);
  const otherWords = wordsOf(keywords);
  const scores = text.split(/\s+/).map((word) => {
    if (whole.startsWith(word)) return 4;
    if (labelWords.some((one) => one.startsWith(word))) return 3;
    if (whole.includes(word)) return 2;
    return otherWords.some((one) => one.startsWith(word)) ? 1 : 0;
  });
  return Math.min(...scores);
}

/** The matching entries by relevance; equally relevant ones by recent use, then in their own order. `recent` are ids, newest first. */
export function rank<Entry extends PaletteText & { readonly id: string }>(
  query: string,
  entries: readonly Entry[],
  recent: readonly string[],
): readonly Entry[] {
  const places = new Map(recent.map((id, place) => [id, place] as const));
  const placeOf = ({ id }: Entry): number => places.get(id) ?? recent.length;
  return entries
    .map((entry) => ({ entry, score: relevance(query, entry) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || placeOf(a.entry) - placeOf(b.entry))
    .map(({ entry }) => entry);
}

/**
 * The name after a verb: "12" of "sms to 12" for "Send SMS to …", empty after the whole verb and a space; undefined if the query does not
 * begin with words of the verb.
 */
export function nameAfterVerb(query: string, verb: PaletteText): string | undefined {
  const verbWords = [...wordsOf(verb.label), ...wordsOf(verb.keywords ?? "")];
  const words = query.trim().split(/\s+/);
  const count = words.findIndex((word) => !verbWords.some((one) => one.startsWith(plain(word))));
  if (count < 0) return plain(query).trimStart() === `${plain(verb.label).trim()} ` ? "" : undefined;
  return count === 0 ? undefined : words.slice(count).join(" ");
}

/** Number of remembered entries per connection. */
const maxRecent = 20;

/** With one more entry, the newest first and each once. */
export function withRecent<Entry extends { readonly id: string }>(
  recent: readonly Entry[],
  entry: Entry,
): readonly Entry[] {
  return [entry, ...recent.filter(({ id }) => id !== entry.id)].slice(0, maxRecent);
}
