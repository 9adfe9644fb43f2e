/** `app://fleetdesk/`: the window's page and its resources, from the bundle only. */
import { readFile } from "node:fs/promises";
import { protocol } from "electron";
import type { Log } from "../../core/hosts.ts";
import { appScheme } from "./security.ts";
import { findAsset, securityHeaders } from "./assets.ts";

/** Call before the app is ready. */
export function declareAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges }]);
}

/** Serves files from `root`; call once the app is ready. */
export function serveAppScheme(root: string, log: Log): void {
  protocol.handle(appScheme, async ({ url, method }) => {
    const asset = method === "GET" ? findAsset(root, url) : undefined;
    if (asset === undefined) {
      log.warn("window.asset-rejected", { url, method });
      return nothing();
    }
    try {
      const headers = { ...securityHeaders, "Content-Type": asset.contentType };
      return new Response(new Uint8Array(await readFile(asset.file)), { headers });
    } catch (error) {
      log.error("window.asset-unreadable", { url }, error);
      return nothing();
    }
  });
}

function nothing(): Response {
  return new Response("", { status: 404, headers: { ...securityHeaders, "Content-Type": "text/plain" } });
}
