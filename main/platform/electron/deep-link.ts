/** `fleetdesk://fleet/endpoint?open=17` opens `/fleet/endpoint?open=17`. Links are untrusted input, so a link only ever names a page. */
import type { App } from "electron";

/** Scheme of the links with which other programs open Fleetdesk. */
export const deepLinkScheme = "fleetdesk";

const longestLink = 2000;
const segment = /^(?:[\w.~!$&'()*+,;=:@-]|%[\dA-F]{2})+$/i;
const query = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-F]{2})*$/i;
/** Encoded control characters, slashes and backslashes, which no address of the app contains. */
const deceptive = /%(?:[01][\dA-F]|7F|2F|5C)/i;

/** The address inside the app; undefined for any other link. */
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

/** The link among the arguments of a start, the last one if there are several. */
export function deepLinkAmong(args: readonly string[]): string | undefined {
  const links = args.flatMap((argument) => parseDeepLink(argument) ?? []);
  return links.at(-1);
}

// Second starts and deep links: both may arrive before there is a window, and none is lost.

/** A request for the window, optionally at an address. */
type Visit = (address: string | undefined) => void;

export interface LinkInbox {
  /** Registers `visit`; called at once when a link is pending. */
  readonly open: (visit: Visit) => void;
}

/** Create before the app is ready: macOS delivers the link that opened the app during the start. `args` are those of this process. */
export function createLinkInbox(app: Pick<App, "on">, args: readonly string[]): LinkInbox {
  let waiting = deepLinkAmong(args);
  let visit: Visit = (address) => {
    waiting = address ?? waiting;
  };
  app.on("second-instance", (_event, argv) => visit(deepLinkAmong(argv)));
  app.on("open-url", (event, link) => {
    event.preventDefault();
    visit(parseDeepLink(link));
  });
  app.on("activate", () => visit(undefined));
  return {
    open: (next) => {
      visit = next;
      if (waiting !== undefined) next(waiting);
      waiting = undefined;
    },
  };
}
