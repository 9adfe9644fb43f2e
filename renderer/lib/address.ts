/**
 * Addresses inside the app: `/fleet/endpoint?filter=status:1&open=17`. They are the `#` fragment of the window's URL, so that
 * history and back work without further code, and the path of `fleetdesk://` deep links.
 */

export interface Address {
  /** Segments of the path, decoded; the first one names the page. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export const home: Address = { path: ["overview"], query: {} };

/** Parses the fragment; an invalid address yields the start page. */
export function parseAddress(text: string): Address {
  const fragment = text.replace(/^#/, "");
  const cut = fragment.indexOf("?");
  const path = (cut < 0 ? fragment : fragment.slice(0, cut)).split("/").filter((part) => part !== "");
  if (path.length === 0) return home;
  try {
    const query = Object.fromEntries(new URLSearchParams(cut < 0 ? "" : fragment.slice(cut + 1)));
    return { path: path.map(decodeURIComponent), query };
  } catch {
    return home; // a percent sign that is no valid escape
  }
}

/** Formats an address, without `#`; empty query values are omitted. */
export function formatAddress({ path, query }: Address): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== "");
  const search = new URLSearchParams(pairs).toString();
  return `/${path.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

export function sameAddress(a: Address, b: Address): boolean {
  return formatAddress(a) === formatAddress(b);
}

/** The same address with other query values; undefined removes one. */
export function withQuery(address: Address, changes: Readonly<Record<string, string | undefined>>): Address {
  const query = Object.entries({ ...address.query, ...changes }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return { path: address.path, query: Object.fromEntries(query) };
}
