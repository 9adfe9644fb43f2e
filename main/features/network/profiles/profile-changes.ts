/**
 * The changes of service profiles in the journal: what they requested, and what a record proves of them
 * (docs/service-facts.md#service-profile). List records are short; the detail adds the callback and the services. Pure.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { type CallbackAssignment, type Profile, profileSwitchSchema } from "#shared/contract/network/profiles.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import { type Change, type ChangeSpec, creationSpec } from "../../../core/journal/change.ts";
import { isRecord, readBoolean, readFilledText, readId, readNumber } from "../../../core/api/json.ts";

export const profileResources = ["profile", "profile-callback"] as const;

/** The fields with which a profile was created. */
export interface CreatedDraft {
  readonly name: string;
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
}

/** The fields to change; an empty description removes the description. */
export interface ProfileUpdate {
  readonly name?: string;
  readonly description?: string;
  readonly switches: Profile["switches"];
}

export interface CallbackRequest {
  readonly after: CallbackAssignment;
  /** The detail showed a callback before, so that one without the field shows that there is none. */
  readonly wasVisible?: boolean;
}

export function isCreation({ resource, action }: Change): boolean {
  return resource === "profile" && action === "create";
}

export function isUpdate({ resource, action }: Change): boolean {
  return resource === "profile" && action === "update";
}

export function draftOf({ request }: Pick<Change, "request">): CreatedDraft {
  return request as CreatedDraft;
}

export function updateOf({ request }: Pick<Change, "request">): ProfileUpdate {
  return { switches: {}, ...(request as Partial<ProfileUpdate>) };
}

/** The callback that a change or a creation requested. */
export function requestedCallback(change: Pick<Change, "resource" | "request">): CallbackAssignment {
  if (change.resource === "profile-callback") return (change.request as CallbackRequest).after;
  const { callback } = draftOf(change);
  return callback === undefined ? { state: "none" } : { state: "uses", callback };
}

/** The id of an assigned object, or "none"; undefined where unknown. */
export function assignedId(assignment: DnsAssignment | CallbackAssignment): string | undefined {
  if (assignment.state !== "uses") return assignment.state === "none" ? "none" : undefined;
  return "dns" in assignment ? assignment.dns : assignment.callback;
}

/** Unknown equals nothing, not even unknown. */
export function isSame(a: DnsAssignment | CallbackAssignment, b: DnsAssignment | CallbackAssignment): boolean {
  const id = assignedId(a);
  return id !== undefined && id === assignedId(b);
}

interface Use<A> extends Pick<DnsUse, "source" | "asOf"> {
  readonly assignment: A | { readonly state: "unknown" };
  readonly lost?: { readonly change: number; readonly requested: A; readonly at: number };
}

/**
 * What a profile uses. `newest` is the newest change that is applied or may be. A report read after that change ended takes precedence. A
 * change with an unknown outcome leaves the assignment unknown: what was read before proves nothing of the state after it.
 */
export function useOf<A>(
  reported: { readonly assignment: A; readonly asOf: number } | undefined,
  newest: (Pick<Change, "change" | "state" | "at" | "endedAt"> & { readonly requested: A }) | undefined,
  source: DnsUse["source"] = "this-computer",
): Use<A> {
  const unknown = { state: "unknown" } as const;
  if (newest === undefined)
    return reported === undefined ? { assignment: unknown } : { ...reported, source: "service" };
  const { change, state, at, endedAt, requested } = newest;
  if (state !== "applied") return { assignment: unknown, lost: { change, requested, at } };
  const isReported = reported !== undefined && endedAt !== undefined && reported.asOf > endedAt;
  return isReported ? { ...reported, source: "service" } : { assignment: requested, source, asOf: at };
}

export const createProfileSpec = creationSpec(
  "profile",
  (change, record) => readProfile(record).name === draftOf(change).name,
);

export const updateProfileSpec: ChangeSpec = {
  resource: "profile",
  action: "update",
  readings: ["profile", "profile-detail"],
  evidence: {
    by: "values",
    compare: (change, record) => {
      const match = compareUpdate(updateOf(change), record, change.before as JsonRecord | undefined);
      // A record that shows only some fields as sent proves neither outcome.
      return match === "all" ? "requested" : match === "none" ? "other" : undefined;
    },
  },
  proof: { applied: () => codedText("proved-updated"), notApplied: codedText("proved-not-updated") },
};

/** Only details have the callback. */
export const setCallbackSpec: ChangeSpec<CallbackRequest> = {
  resource: "profile-callback",
  action: "set",
  readings: ["profile-detail"],
  evidence: {
    by: "values",
    compare: ({ request }, record) => {
      const { after, wasVisible = false } = request as CallbackRequest;
      const { callback } = readProfile(record);
      if (callback !== undefined) return isSame(callback, after) ? "requested" : "other";
      return wasVisible && after.state === "none" ? "requested" : undefined;
    },
  },
  proof: { applied: () => codedText("proved-as-requested"), notApplied: codedText("proved-not-updated") },
  inverse: ({ request, before }) => {
    const earlier = before as CallbackAssignment | undefined;
    if (earlier === undefined || earlier.state === "unknown") return undefined;
    return isSame(earlier, (request as CallbackRequest).after) ? undefined : { after: earlier };
  },
};

type Pair = readonly [field: string, sent: string | boolean, now: string | boolean | undefined];

/**
 * Number of updated fields that a record shows as sent: all, some or none; undefined where the record does not have
 * enough of them. Fields that had the sent value `before` prove nothing.
 */
export function compareUpdate(
  update: ProfileUpdate,
  record: JsonRecord,
  before: JsonRecord = {},
): "all" | "some" | "none" | undefined {
  const earlier = new Map(pairsOf(update, before).map(([field, , value]) => [field, value]));
  const pairs = pairsOf(update, record).filter(([field, sent]) => earlier.get(field) !== sent);
  const matching = pairs.filter(([, sent, now]) => now === sent).length;
  if (matching === pairs.length) return "all";
  if (pairs.every(([, sent, now]) => now === undefined || now === sent)) return undefined;
  return matching > 0 ? "some" : "none";
}

function pairsOf({ name, description, switches }: ProfileUpdate, record: JsonRecord): readonly Pair[] {
  const now = readProfile(record);
  // A removed description is missing from the parsed record.
  const described = now.description ?? ("description" in record ? "" : undefined);
  return [
    ...(name === undefined ? [] : [["name", name, now.name] as const]),
    ...(description === undefined ? [] : [["description", description, described] as const]),
    ...Object.entries(switches).map(
      ([key, value]) => [key, value, now.switches[key as keyof typeof switches]] as const,
    ),
  ];
}

export interface ReadProfile {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly usedCount: number | undefined;
  readonly switches: Profile["switches"];
  /** Undefined: not in the record. No record of the live service has it. */
  readonly dns: DnsAssignment | undefined;
  readonly callback: CallbackAssignment | undefined;
}

export function readProfile(record: JsonRecord): ReadProfile {
  const switches = profileSwitchSchema.options.flatMap((name) => {
    const value = readBoolean(record[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const dns = readLink(record, "dns");
  return {
    name: readFilledText(record["name"]),
    description: readFilledText(record["description"]),
    usedCount: readNumber(record["used_count"]),
    switches: Object.fromEntries(switches),
    dns: dns === undefined ? undefined : dns.id === undefined ? { state: "none" } : { state: "uses", dns: dns.id },
    callback: callbackOf(record),
  };
}

function callbackOf(record: JsonRecord): CallbackAssignment | undefined {
  const link = readLink(record, "api_callback");
  if (link === undefined) return undefined;
  if (link.id === undefined) return { state: "none" };
  return { state: "uses", callback: link.id, url: link.url };
}

/**
 * Reads a link given as an object with an id, or as the id; `null` and `{"id": null}` mean none. Undefined where the
 * field is missing.
 */
function readLink(
  record: JsonRecord,
  key: string,
): { readonly id: string | undefined; readonly url?: string } | undefined {
  const value = record[key];
  if (value === undefined) return undefined;
  if (value === null) return { id: undefined };
  if (!isRecord(value)) {
    const id = readId(value);
    return id === undefined ? undefined : { id };
  }
  if (value["id"] === null) return { id: undefined };
  const id = readId(value["id"]);
  return id === undefined ? undefined : { id, url: readFilledText(value["url"]) };
}
