/** Maps method and path to the handler. One table, indexed by a key in which ids are replaced by a colon. */
import { accountRoutes } from "./account-routes.ts";
import { collectionRoutes } from "./collection-routes.ts";
import { connectivityRoutes } from "./connectivity-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { lookupRoutes } from "./lookup-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { quotaRoutes } from "./quota-routes.ts";
import type { Route, Routes } from "./route.ts";
import { smsRoutes } from "./sms-routes.ts";

const routes: Routes = {
  ...accountRoutes,
  ...collectionRoutes,
  ...connectivityRoutes,
  ...eventRoutes,
  ...lookupRoutes,
  ...profileRoutes,
  ...quotaRoutes,
  ...smsRoutes,
};

export interface Match {
  readonly route: Route;
  readonly ids: readonly number[];
  /** Below /api/v1 (the specification writes the quota operations without it). */
  readonly prefixed: boolean;
}

/** 404: no such path · 405: another method · 400: an id that is not a number. */
export function match(method: string, path: string): Match | 400 | 404 | 405 {
  const prefixed = path.startsWith("/api/v1/");
  const segments = path.slice(prefixed ? 8 : 1).split("/");
  const [resource = "", first, kind, second] = segments;
  const literal = routes[`${method} ${segments.join("/")}`];
  if (literal !== undefined) return { route: literal, ids: [], prefixed };
  const secondIsId = second !== undefined && kind !== "quota";
  const pattern =
    resource +
    (first === undefined ? "" : "/:") +
    (kind === undefined ? "" : `/${kind}`) +
    (second === undefined ? "" : secondIsId ? "/:" : `/${second}`);
  const route = segments.length > 4 ? undefined : routes[`${method} ${pattern}`];
  if (route === undefined) return methods.some((other) => routes[`${other} ${pattern}`] !== undefined) ? 405 : 404;
  const ids = secondIsId ? [Number(first), Number(second)] : [Number(first)];
  return ids.every(Number.isInteger) ? { route, ids, prefixed } : 400;
}

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"];
