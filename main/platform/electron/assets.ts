/** The file of the bundle for a URL of the window, and its content type. */
import { isAbsolute, join, relative, sep } from "node:path";
import { isAppUrl } from "./security.ts";

export interface Asset {
  /** Absolute, and below the root for every URL. */
  readonly file: string;
  readonly contentType: string;
}

/** The file types of the bundler's output; anything else is not served. */
const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Undefined for another host, a path that leaves the root, and a file type that the bundle does not have. */
export function findAsset(root: string, url: string): Asset | undefined {
  if (!isAppUrl(url)) return undefined;
  const path = decoded(new URL(url).pathname);
  // A backslash separates on Windows, a colon names a drive or a stream, a NUL truncates a name in some APIs.
  if (path === undefined || /[\\:\0]/.test(path)) return undefined;
  const file = join(root, path === "/" ? "index.html" : path);
  const inside = relative(root, file);
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  const contentType = contentTypes[/\.[a-z0-9]+$/.exec(path === "/" ? ".html" : path)?.[0] ?? ""];
  return contentType === undefined ? undefined : { file, contentType };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined; // an invalid percent encoding
  }
}

/** Scripts are files of the bundle, never inline. Styles may be inline: the component library writes style elements. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sent with every response of the window's protocol. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
