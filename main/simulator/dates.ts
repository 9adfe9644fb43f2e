/** The five date formats of the live service (all UTC). */

export type DateShape = "recorded" | "zulu" | "seconds" | "offset" | "sql";

export const dateShapes: readonly DateShape[] = ["recorded", "zulu", "seconds", "offset", "sql"];

/** `recorded` …000+0000 · `zulu` …000Z · `seconds` …Z · `offset` …+00:00 · `sql` "YYYY-MM-DD HH:MM:SS". */
export function formatDate(epochMs: number, shape: DateShape): string {
  return writers[shape](new Date(epochMs).toISOString());
}

const writers: Readonly<Record<DateShape, (iso: string) => string>> = {
  recorded: (iso) => `${iso.slice(0, -1)}+0000`,
  zulu: (iso) => iso,
  seconds: (iso) => `${iso.slice(0, 19)}Z`,
  offset: (iso) => `${iso.slice(0, 19)}+00:00`,
  sql: (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`,
};

const mostRemembered = 50_000;

/** Formats dates in one shape with a cache: seeded dates fall on whole hours, so a large fleet has few different ones. */
export function createDateWriter(shape: DateShape): (epochMs: number) => string {
  const cache = new Map<number, string>();
  return (epochMs) => {
    const before = cache.get(epochMs);
    if (before !== undefined) return before;
    const text = formatDate(epochMs, shape);
    if (cache.size < mostRemembered) cache.set(epochMs, text);
    return text;
  };
}

/** Epoch milliseconds of any of the five shapes; undefined for any other text. */
export function parseDate(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|\+00:?00)?$/.exec(text);
  if (match === null) return undefined;
  const epochMs = Date.parse(`${match[1] ?? ""}T${match[2] ?? ""}Z`);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}
