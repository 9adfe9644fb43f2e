/** `fleetdesk://fleet/endpoint?open=17` leads to `/fleet/endpoint?open=17`. Anybody can write such a link: it only ever names a place. */

/** Scheme of the links that other programs may open us with. */
export const deepLinkScheme = "fleetdesk";

const longestLink = 2000;
const segment = /^(?:[\w.~!$&'()*+,;=:@-]|%[\dA-F]{2})+$/i;
const query = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-F]{2})*$/i;
/** Encoded control characters, slashes and backslashes: no name of ours has them. */
const deceptive = /%(?:[01][\dA-F]|7F|2F|5C)/i;

/** The address inside the app; undefined for what is no link of ours. */
export function parseDeepLink(link: string): string | undefined {
  const prefix = `${deepLinkScheme}://`;
  if (link.length > longestLink || !link.toLowerCase().startsWith(prefix)) return undefined;
  const [rest = ""] = link.slice(prefix.length).split("#", 1);
  const cut = rest.indexOf("?");
  const path = (cut < 0 ? rest : rest.slice(0, cut)).replace(/\/+$/, "");
  const search = cut < 0 ? "" : rest.slice(cut + 1);
  const segments = path === "" ? [] : path.split("/");
  const good = segments.every((part) => segment.test(part) && !deceptive.test(part) && !/^\.+$/.test(part));
  if (!good || !query.test(search)) return undefined;
  return `/${segments.join("/")}${search === "" ? "" : `?${search}`}`;
}

/** The link that a start of the program was given, the last one if there are several. */
export function deepLinkAmong(args: readonly string[]): string | undefined {
  const links = args.flatMap((argument) => parseDeepLink(argument) ?? []);
  return links.at(-1);
}
