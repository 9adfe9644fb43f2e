/**
 * The calls that are allowed while nothing can be written: operations that only read, from the cache or the service, and store nothing.
 * And the calls that a read-only connection rejects: operations that change something at its service.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { z } from "zod";
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
    "breakdown",
    "export",
    "exportAs",
    "verify",
    "verifyFromDialog",
  ],
  connections: ["list", "get", "governor", "reachability", "probe"],
  data: ["usage", "backups", "compareBackup", "check", "exportSettings", "saveSettings"],
  diagnostics: ["testConnection", "about", "run", "report", "saveReport", "log"],
  dns: ["list", "check", "impact", "changes"],
  doctor: ["examine", "exportRows"],
  drafts: ["list", "get", "getList", "propose"],
  events: ["list", "facets", "timeline", "arrivals", "get", "exportAs", "fields", "readQuery", "history"],
  fleet: [
    "list",
    "count",
    "fields",
    "readQuery",
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
  overview: ["get"],
  planning: ["preview", "render", "exportExclusions", "variables", "drift", "preflight"],
  practice: ["get"],
  profiles: ["list", "get", "check", "users"],
  proxy: ["list"],
  quotas: ["get", "check", "state", "rows", "changes", "overview", "list", "history", "usage", "refreshState"],
  records: ["links"],
  session: ["get"],
  settings: ["get"],
  shell: ["ready", "showInFolder", "setMenu", "reopen", "installUpdate"],
  sms: ["thread", "recent", "get", "senders", "measure"],
  streams: ["list", "show", "preview", "trust", "callbacks"],
  suppression: ["list"],
  templates: ["list", "exportAs", "exportText", "tryPattern"],
  updates: ["get", "check"],
  views: ["list"],
};

const reading: ReadonlySet<string> = new Set(
  Object.entries(readingOperations).flatMap(([feature, names]) => names.map((name) => `${feature}.${name}`)),
);

/** A request of the operator's own that reads. */
const rawRead = z.object({ method: z.literal("GET") });

/** Fails with `failure` for every operation that would change something and is not in `also`, before any of it has begun. */
export function rejectChanges(call: Call, failure: Failure, also: readonly string[] = []): Call {
  const reads = (address: string, input: unknown): boolean =>
    reading.has(address) || (address === "connections.request" && rawRead.safeParse(input).success);
  return async (address, input, signal) =>
    reads(address, input) || also.includes(address) ? await call(address, input, signal) : { ok: false, failure };
}

/**
 * Operations that change something at a service, by what their input names: its connection, a campaign or a quota change. Not
 * `campaigns.start`: it checks its connection itself, after it can be stopped, because a look-up before it would let a stop request pass.
 */
export const serviceChanges = {
  connection: [
    "sms.send",
    "sms.cancel",
    "quotas.change",
    "dns.create",
    "dns.remove",
    "dns.attach",
    "dns.detach",
    "dns.undo",
    "profiles.create",
    "profiles.update",
    "profiles.setCallback",
    "streams.create",
    "streams.createCallback",
    "streams.deleteCallback",
  ],
  campaign: ["campaigns.retry", "campaigns.openWave", "campaigns.recall"],
  quotaChange: ["quotas.start", "quotas.resume", "quotas.retry", "quotas.undo"],
} as const;

const connectionNamed = z.object({ connection: z.string().optional() });
const readOnlyConnection = z.object({ name: z.string(), options: z.object({ readOnly: z.literal(true) }) });

/** Fails `connection-read-only` for operations that would change something over a read-only connection, before any of it has begun. */
export function rejectReadOnlyConnections(call: Call): Call {
  const targets = new Map<string, keyof typeof serviceChanges>(
    (["connection", "campaign", "quotaChange"] as const).flatMap((target) =>
      serviceChanges[target].map((address) => [address, target] as const),
    ),
  );
  /** What cannot be looked up is reported by the operation itself. */
  const lookUp = async (address: string, input: unknown): Promise<unknown> => {
    const outcome = await call(address, input);
    return outcome.ok ? outcome.value : undefined;
  };
  return async (address, input, signal) => {
    const target = targets.get(address);
    if (target === undefined) return await call(address, input, signal);
    const owner =
      target === "connection"
        ? (input ?? {})
        : await lookUp(target === "campaign" ? "campaigns.status" : "quotas.state", input);
    const { data } = connectionNamed.safeParse(owner);
    const connection =
      data === undefined ? undefined : await lookUp("connections.get", { connection: data.connection });
    const readOnly = readOnlyConnection.safeParse(connection);
    if (!readOnly.success) return await call(address, input, signal);
    const { name } = readOnly.data;
    const text = codedText("connection-read-only", { name });
    return { ok: false, failure: { code: "connection-read-only", text, details: { connection: name } } };
  };
}
