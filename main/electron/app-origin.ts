/** Where the window's own page lives. Compared as parsed, never as a prefix: `app://fleetdesk.example` is somebody else. */
import { textLanguage } from "#shared/texts/text.ts";

export const appScheme = "app";
const appHost = "fleetdesk";

/** The page the window shows, in the language of the main process; everything it loads is below it. */
export const appUrl = `${appScheme}://${appHost}/${textLanguage() === "en" ? "" : `?language=${textLanguage()}`}`;

/** What a page may request, should the policy of its content ever let more through: its own files, and text that it brings along. */
export function mayRequest(url: string, debug: boolean): boolean {
  return isAppUrl(url) || url.startsWith("data:") || (debug && url.startsWith("devtools:"));
}

export function isAppUrl(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && parsed.protocol === `${appScheme}:` && parsed.host === appHost;
}
