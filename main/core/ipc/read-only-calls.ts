/** The calls that are allowed while nothing can be written: operations that only read, from the cache or the service, and store nothing. */
import type { Failure } from "#shared/contract/kit.ts";
import type { Call } from "./router.ts";

/** By feature; an operation that is missing here is rejected. The only writes allowed are to files that the operator selects. */
export const readingOperations: Readonly<Record<string, readonly string[]>> = {
  audit: ["list", "connections", "get", "verify", "exportAs"],
  campaigns: [
    "waves",
    "status",
    "plannedWith",
    "list",
    "recipients",
    "countRecipients",
    "recipientSteps",
    "steps",
    "timeline",
    "export",
    "exportAs",
    "verify",
    "verifyFromDialog",
  ],
  connections: ["list", "get", "governor", "reachability", "probe"],
  diagnostics: ["testConnection", "about"],
  dns: ["list", "check", "impact", "changes"],
  doctor: ["examine", "exportRows"],
  drafts: ["list", "get", "getList"],
  events: [
    "list",
    "facets",
    "timeline",
    "arrivals",
    "get",
    "cacheStatus",
    "exportAs",
    "fields",
    "readQuery",
    "history",
  ],
  fleet: [
    "list",
    "count",
    "fields",
    "readQuery",
    "writeQuery",
    "facet",
    "exportCsv",
    "selfCheck",
    "syncs",
    "history",
    "snapshots",
    "audiences",
    "audienceMembers",
    "listLive",
    "get",
    "completeness",
    "diff",
  ],
  keychain: ["get"],
  planning: ["preview", "render", "exportExclusions", "variables", "drift", "preflight"],
  practice: ["get"],
  profiles: ["list", "get", "check", "users"],
  quotas: ["get", "check", "state", "rows", "changes", "overview", "list", "history", "usage", "refreshState"],
  records: ["links"],
  session: ["get"],
  settings: ["get"],
  shell: ["ready", "openExternal", "setMenu", "reopen"],
  sms: ["thread", "recent", "get", "senders", "measure"],
  streams: ["list", "show", "preview", "trust", "callbacks"],
  suppression: ["list"],
  templates: ["list", "exportAs", "exportText", "tryPattern"],
  views: ["list"],
};

const reading: ReadonlySet<string> = new Set(
  Object.entries(readingOperations).flatMap(([feature, names]) => names.map((name) => `${feature}.${name}`)),
);

/** Fails with `failure` for every operation that would change something and is not in `also`, before any of it has begun. */
export function rejectChanges(call: Call, failure: Failure, also: readonly string[] = []): Call {
  return async (address, input, signal) =>
    reading.has(address) || also.includes(address) ? await call(address, input, signal) : { ok: false, failure };
}
