/** Second starts and deep links: both may arrive before there is a window, and none is lost. */
import type { App } from "electron";
import { deepLinkAmong, parseDeepLink } from "./deep-link.ts";

/** A request for the window, optionally at an address. */
export type Visit = (address: string | undefined) => void;

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
