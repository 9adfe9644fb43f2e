/** State shared by the replacements of one run: records for a test, and the page's origin on either side. */
import { webOrigin } from "./browser.ts";

const appOrigin = "app://fleetdesk";

export const toWeb = (url: string): string =>
  url.startsWith(`${appOrigin}/`) ? webOrigin + url.slice(appOrigin.length) : url;
export const toApp = (url: string): string =>
  url.startsWith(`${webOrigin}/`) ? appOrigin + url.slice(webOrigin.length) : url;
export const isOurs = (url: string): boolean => url.startsWith(`${webOrigin}/`);

/** Reports an effect of the app on the desktop to the test, if there is one. */
export const record = (effect: object): void => void process.send?.({ recorded: effect });

/** Values set by a test. */
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

/** The open windows. */
export const windows = new Set<{ close(): void }>();
