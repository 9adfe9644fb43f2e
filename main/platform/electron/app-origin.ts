/** The origin of the window's page. Compared as parsed, never as a prefix: `app://fleetdesk.example` is another origin. */
import { textLanguage } from "#shared/texts/text.ts";

export const appScheme = "app";
const appHost = "fleetdesk";

/** The page of the window, in the language of the main process; everything it loads is below it. */
export const appUrl = `${appScheme}://${appHost}/${textLanguage() === "en" ? "" : `?language=${textLanguage()}`}`;

/** What a page may request, should its content policy ever allow more: its own files, and inline data. */
export function mayRequest(url: string, debug: boolean): boolean {
  return isAppUrl(url) || url.startsWith("data:") || (debug && url.startsWith("devtools:"));
}

export function isAppUrl(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && parsed.protocol === `${appScheme}:` && parsed.host === appHost;
}
