/** What the stand-ins of one run share: what is recorded for a test, and how the page's origin is written on either side. */
import { webOrigin } from "./browser.ts";

const appOrigin = "app://fleetdesk";

export const toWeb = (url: string): string =>
  url.startsWith(`${appOrigin}/`) ? webOrigin + url.slice(appOrigin.length) : url;
export const toApp = (url: string): string =>
  url.startsWith(`${webOrigin}/`) ? appOrigin + url.slice(webOrigin.length) : url;
export const isOurs = (url: string): boolean => url.startsWith(`${webOrigin}/`);

/** Tells a test, if there is one, what the app did to the desktop. */
export const record = (what: object): void => void process.send?.({ recorded: what });

/** What a test has set. */
export const scripted: {
  online: boolean;
  answers: number[];
  savePath: string | undefined;
  openPath: string | undefined;
} = {
  online: true,
  answers: [],
  savePath: process.env["FLEETDESK_SHELL_SAVE_PATH"],
  openPath: process.env["FLEETDESK_SHELL_OPEN_PATH"],
};

/** The windows that are open. */
export const windows = new Set<{ close(): void }>();
