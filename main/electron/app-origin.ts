/** Where the window's own page lives. Compared as parsed, never as a prefix: `app://fleetdesk.example` is somebody else. */

export const appScheme = "app";
const appHost = "fleetdesk";

/** The page the window shows; everything it loads is below it. */
export const appUrl = `${appScheme}://${appHost}/`;

export function isAppUrl(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && parsed.protocol === `${appScheme}:` && parsed.host === appHost;
}
