/** Starts of a second program and deep links: both may come before there is a window, and none is lost. */
import type { App } from "electron";
import { deepLinkAmong, parseDeepLink } from "./deep-link.ts";

/** Somebody wants the window, perhaps at an address inside it. */
export type Visit = (address: string | undefined) => void;

export interface LinkInbox {
  /** From now on `visit` is told; at once, when a link is waiting. */
  readonly open: (visit: Visit) => void;
}

/** To be made before the app is ready: macOS tells of the link it was opened with while it starts. `args` are our own. */
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
