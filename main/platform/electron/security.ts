/** What a page may never do, whatever its content: leave its origin, open windows, embed others, request devices, download. */
import type { App, Session } from "electron";
import type { Log } from "../../core/hosts.ts";
import { textLanguage } from "#shared/texts/text.ts";

/** The only permission granted is writing text to the clipboard after a user gesture: copying cells needs it. */
const granted: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

/** Call once the app is ready, before the first window. */
export function secureSession(session: Session, log: Log, debug: boolean): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const allowed = mayRequest(url, debug);
    if (!allowed) log.warn("window.request-rejected", { host: URL.canParse(url) ? new URL(url).host : "" });
    answer({ cancel: !allowed });
  });
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => {
    const allowed = granted.has(permission) && isMainFrame && isAppUrl(requestingUrl);
    if (!allowed) log.warn("window.permission-rejected", { permission });
    answer(allowed);
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => granted.has(permission) && isAppUrl(origin));
  session.setDevicePermissionHandler(() => false);
  session.on("will-download", (event) => {
    log.warn("window.download-rejected");
    event.preventDefault();
  });
}

/** Applies to every web contents that is created. */
export function secureContents(app: App, log: Log): void {
  app.on("web-contents-created", (_event, contents) => {
    const block = (navigation: string) => (event: { preventDefault(): void }) => {
      log.warn("window.navigation-rejected", { navigation });
      event.preventDefault();
    };
    contents.on("will-navigate", block("navigation"));
    contents.on("will-frame-navigate", block("frame-navigation"));
    contents.on("will-redirect", block("redirect"));
    contents.on("will-attach-webview", block("webview"));
    // WebRTC needs no permission and ignores the content policy. This policy allows UDP through a proxy only, so it has no route out.
    contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
    contents.setWindowOpenHandler(() => {
      log.warn("window.navigation-rejected", { navigation: "new window" });
      return { action: "deny" };
    });
  });
}

// The origin of the window's page. Compared as parsed, never as a prefix: `app://fleetdesk.example` is another origin.

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
