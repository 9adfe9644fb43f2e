/** The headers of a call, built once per token and separator because a campaign sends them thousands of times. */
import type { Separator } from "./dialect.ts";

/**
 * Specification, "Authentication" 1: "Bearer", a non-breaking space, the token. Headers are sent as latin1, so U+00A0
 * is the single byte 0xA0; services reject the UTF-8 pair C2 A0.
 */
export function authorizationValue(token: string, separator: Separator): string {
  return `Bearer${separator === "nbsp" ? "\u00a0" : " "}${token}`;
}

const userAgent = "Fleetdesk";

/** Headers of a call without Authorization. */
export function plainHeaders(withBody: boolean): string[] {
  const headers = ["accept", "application/json", "user-agent", userAgent];
  if (withBody) headers.push("content-type", "application/json");
  return headers;
}

export interface CallHeaders {
  for(token: string, separator: Separator, withBody: boolean): string[];
}

export function createCallHeaders(): CallHeaders {
  let key = "";
  let separatorKey: Separator | undefined;
  let bare: string[] = [];
  let full: string[] = [];
  return {
    for: (token, separator, withBody) => {
      if (token !== key || separator !== separatorKey) {
        key = token;
        separatorKey = separator;
        const authorization = authorizationValue(token, separator);
        bare = ["authorization", authorization, ...plainHeaders(false)];
        full = ["authorization", authorization, ...plainHeaders(true)];
      }
      return withBody ? full : bare;
    },
  };
}
