/** `fleetdesk://fleet/endpoint?open=17` opens `/fleet/endpoint?open=17`. Links are untrusted input, so a link only ever names a page. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { App } from "electron";
import { evidenceExtension } from "#shared/contract/campaigns/campaign-schemas.ts";

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

/** Whether an argument is a link of this program, well-formed or not. What follows it may come from its author. */
export function isDeepLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${deepLinkScheme}:`);
}

/** The link among the arguments of a start, the last one if there are several. */
export function deepLinkAmong(args: readonly string[]): string | undefined {
  const links = args.flatMap((argument) => parseDeepLink(argument) ?? []);
  return links.at(-1);
}

/** The evidence file among the arguments of a start, the last one if there are several: a path, or a `file:` URL as desktop entries pass it. */
function evidenceAmong(args: readonly string[], workingDirectory: string): string | undefined {
  const file = args.findLast((argument) => argument.endsWith(`.${evidenceExtension}`) && !argument.startsWith("-"));
  if (file === undefined) return undefined;
  if (!file.startsWith("file:")) return resolve(workingDirectory, file);
  try {
    return fileURLToPath(file);
  } catch {
    return undefined; // on another computer, or no path of this system
  }
}

// Second starts, deep links and opened files: all may arrive before there is a window, and none is lost.

/** A request for the window, optionally at an address. */
type Visit = (address: string | undefined) => void;

export interface LinkInbox {
  /** Registers `visit`; called at once when a link or a file is pending. */
  readonly open: (visit: Visit) => void;
  /** The evidence file that was opened last, once. The address of its visit contains no path, so that a link cannot name one. */
  readonly takeFile: () => string | undefined;
}

/**
 * Create before the app is ready: macOS delivers the link or file that opened the app during the start. `args` are those of this process.
 * Arguments after a link may come from its author, so a start with a link opens no file.
 */
export function createLinkInbox(app: Pick<App, "on">, args: readonly string[]): LinkInbox {
  let file: string | undefined;
  let filesOpened = 0;
  const addressOf = (path: string | undefined): string | undefined => {
    if (path === undefined) return undefined;
    file = path;
    filesOpened += 1;
    return `/campaigns/verify?opened=${filesOpened}`;
  };
  const addressAmong = (argv: readonly string[], workingDirectory: string): string | undefined =>
    argv.some(isDeepLink) ? deepLinkAmong(argv) : addressOf(evidenceAmong(argv, workingDirectory));
  let waiting = addressAmong(args, process.cwd());
  let visit: Visit = (address) => {
    waiting = address ?? waiting;
  };
  app.on("second-instance", (_event, argv, workingDirectory) => visit(addressAmong(argv, workingDirectory)));
  app.on("open-file", (event, path) => {
    event.preventDefault();
    visit(addressOf(path));
  });
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
    takeFile: () => {
      const opened = file;
      file = undefined;
      return opened;
    },
  };
}
