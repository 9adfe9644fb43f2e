/**
 * What a quota, or its absence, means for an endpoint: its service profile determines whether quotas are enforced
 * (docs/service-facts.md#quotas: enforced without a quota means blocked; not enforced, a quota has no effect).
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Enforcement, Quota, QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import { getEndpoint } from "../../core/api/records.ts";
import { isRecord, readBoolean, readId, readText, type JsonRecord } from "../../core/api/json.ts";
import { getServiceProfile, listServiceProfiles } from "../../core/api/service-profiles.ts";
import { isAppError } from "#shared/failure.ts";
import type { QuotaConnection, QuotaDeps, ReadOptions } from "./deps.ts";
import type { StoredProfileRule, Subject } from "./queries-readings.ts";
import { isNothing } from "./operations.ts";
import type { QuotaEffect } from "./confirmations.ts";

export interface ProfileRule {
  readonly name: string | undefined;
  /** Undefined: not reported by the service, or not read. */
  readonly enforces: boolean | undefined;
}

/** `rule` is undefined where the profile of the endpoint is unknown, `quotaState` where the quota was not read. */
export function enforcementOf(
  kind: QuotaKind,
  rule: ProfileRule | undefined,
  quotaState: QuotaState | undefined,
  now: number,
): Enforcement {
  const params = { kind: kindText(kind), profile: profileText(rule) };
  const none = quotaState?.state === "none";
  if (rule === undefined) {
    const code = none ? "quota-enforcement-no-profile-none" : "quota-enforcement-no-profile";
    return { enforced: "unknown", sentence: codedText(code, { kind: params.kind }), blocks: false };
  }
  if (rule.enforces === undefined) {
    const code = none ? "quota-enforcement-unknown-none" : "quota-enforcement-unknown";
    return { enforced: "unknown", sentence: codedText(code, params), blocks: false };
  }
  if (!rule.enforces) {
    const code = none ? "quota-not-enforced-none" : "quota-not-enforced";
    return { enforced: "no", sentence: codedText(code, params), blocks: false };
  }
  const { code, blocks } = enforced(kind, quotaState, now);
  return { enforced: "yes", sentence: codedText(code, params), blocks };
}

/** What a volume of 0, or no quota, would mean for an endpoint, as far as its profile is known. */
export function describeEffect(
  kind: QuotaKind,
  rule: ProfileRule | undefined,
  action?: Quota["onExhaustion"],
): Pick<Enforcement, "enforced" | "sentence"> {
  const params = { kind: kindText(kind), profile: profileText(rule) };
  const throttles = action?.kind === "throttle";
  if (rule === undefined) {
    const code = throttles ? "quota-effect-no-profile-throttle" : "quota-effect-no-profile";
    return { enforced: "unknown", sentence: codedText(code, { kind: params.kind }) };
  }
  if (rule.enforces === undefined) {
    const code = throttles ? "quota-effect-unknown-throttle" : "quota-effect-unknown";
    return { enforced: "unknown", sentence: codedText(code, params) };
  }
  if (!rule.enforces) return { enforced: "no", sentence: codedText("quota-effect-not-enforced", params) };
  const code = throttles ? "quota-effect-enforced-throttle" : "quota-effect-enforced";
  return { enforced: "yes", sentence: codedText(code, params) };
}

/** Used up or expired, by the reported status or by the reported values. */
function isSpent({ volume, status, expiresAt }: Quota, now: number): boolean {
  if (status === "exhausted" || status === "expired") return true;
  return (volume !== undefined && volume <= 0) || (expiresAt !== undefined && expiresAt <= now);
}

type EnforcedCode =
  | "quota-enforced-unread"
  | "quota-enforced-none"
  | "quota-enforced-active"
  | "quota-enforced-expired"
  | "quota-enforced-exhausted"
  | "quota-enforced-throttled";

function enforced(
  kind: QuotaKind,
  quotaState: QuotaState | undefined,
  now: number,
): { readonly code: EnforcedCode; readonly blocks: boolean } {
  if (quotaState === undefined) return { code: "quota-enforced-unread", blocks: false };
  if (quotaState.state === "none") return { code: "quota-enforced-none", blocks: true };
  const { quota } = quotaState;
  if (!isSpent(quota, now)) return { code: "quota-enforced-active", blocks: false };
  const isExpired = quota.status === "expired" || (quota.expiresAt !== undefined && quota.expiresAt <= now);
  if (isExpired) return { code: "quota-enforced-expired", blocks: true };
  return kind === "data" && quota.onExhaustion?.kind === "throttle"
    ? { code: "quota-enforced-throttled", blocks: false }
    : { code: "quota-enforced-exhausted", blocks: true };
}

function kindText(kind: QuotaKind): CodedText {
  return codedText(kind === "data" ? "quota-kind-data" : "quota-kind-sms");
}

function profileText(rule: ProfileRule | undefined): CodedText {
  return rule?.name === undefined
    ? codedText("quota-profile-unnamed")
    : codedText("quota-profile", { name: rule.name });
}

type ProfileRuleDeps = Pick<QuotaDeps, "store" | "directory" | "clock" | "log">;

/** A cached endpoint with its profile. */
export interface SubjectWithRule extends Subject {
  readonly rule: StoredProfileRule | undefined;
}

/** The cached data of an endpoint; touches no network. */
export async function loadSubject(
  { store, directory }: ProfileRuleDeps,
  connection: number,
  endpoint: string,
  signal: AbortSignal,
): Promise<SubjectWithRule> {
  const cached = (await directory.resolve(connection, "id", [endpoint], signal)).get(endpoint)?.[0];
  const subject =
    cached === undefined
      ? ((await store.readSubject(connection, endpoint)) ?? { name: undefined, profile: undefined })
      : subjectOf(cached.record);
  const rule = subject.profile === undefined ? undefined : await store.readProfile(connection, subject.profile.id);
  return { ...subject, rule };
}

/** The enforcement rule; undefined where the profile of the endpoint is unknown. */
export function ruleOf({ profile, rule }: SubjectWithRule, kind: QuotaKind): ProfileRule | undefined {
  return profile === undefined ? undefined : { name: rule?.name ?? profile.name ?? profile.id, enforces: rule?.[kind] };
}

/** How long a cached profile is fresh enough for a request of an operator. */
const freshForMs = 60_000;

/**
 * Reads what is missing or stale: the endpoint where the cache does not have it, and its profile. What the service does
 * not offer or report stays unknown. Throws `endpoint-unknown` where the service reports so, and `aborted`.
 */
export async function refreshSubject(
  deps: ProfileRuleDeps,
  { id, api }: QuotaConnection,
  endpoint: string,
  options: CallOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const { store, clock } = deps;
  let subject = await loadSubject(deps, id, endpoint, options.signal);
  if (subject.profile === undefined) {
    const record = await attempt(deps, options.signal, () => getEndpoint(api, endpoint, options));
    if (record === undefined) return;
    await store.saveSubject(id, endpoint, subjectOf(record));
    subject = await loadSubject(deps, id, endpoint, options.signal);
  }
  const { profile, rule } = subject;
  if (profile === undefined || (rule !== undefined && Math.abs(clock.now() - rule.asOf) < freshForMs)) return;
  const record = await attempt(deps, options.signal, () => getServiceProfile(api, profile.id, options));
  if (record !== undefined) await store.saveProfiles(id, [profileOf(record, profile.id, clock.now())]);
}

/** Reads all profiles at once, where the service offers the list. */
export async function refreshProfiles(
  deps: ProfileRuleDeps,
  { id, api }: { readonly id: number; readonly api: ApiClient },
  options: CallOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const now = deps.clock.now();
  const records = await attempt(deps, options.signal, () => listServiceProfiles(api, options));
  const profiles = (records?.items ?? []).map(({ id: profile, record }) => profileOf(record, profile, now));
  await deps.store.saveProfiles(id, profiles);
}

/** Enforcement only supplements the actual request: a failure is logged, and the rule stays unknown. */
async function attempt<T>(
  { log }: ProfileRuleDeps,
  signal: AbortSignal,
  request: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted || !isAppError(error) || error.code === "endpoint-unknown") throw error;
    log.debug("quotas.profile-not-loaded", { code: error.code });
    return undefined;
  }
}

function subjectOf(record: JsonRecord): Subject {
  const link = record["service_profile"];
  const id = isRecord(link) ? readId(link["id"]) : readId(link);
  const name = readText(record["name"]);
  const profile = id === undefined ? undefined : { id, name: isRecord(link) ? readText(link["name"]) : undefined };
  return { name: name === "" ? undefined : name, profile };
}

function profileOf(record: JsonRecord, id: string, asOf: number): StoredProfileRule {
  return {
    id,
    name: readText(record["name"]),
    data: readBoolean(record["apply_data_quota"]),
    sms: readBoolean(record["apply_sms_quota"]),
    asOf,
  };
}

interface Of {
  readonly kind: QuotaKind;
  readonly endpoint: string;
  readonly after: QuotaState;
}

/** From cached data; touches no network. */
export async function cachedEffect(
  deps: QuotaDeps,
  connection: number,
  { kind, endpoint, after }: Of,
  signal: AbortSignal,
): Promise<QuotaEffect> {
  const action = after.state === "set" ? after.quota.onExhaustion : undefined;
  return describeEffect(kind, ruleOf(await loadSubject(deps, connection, endpoint, signal), kind), action);
}

/**
 * After reading endpoint and profile from the service; undefined where some volume remains, because the profile does
 * not matter then.
 */
export async function fetchEffect(
  deps: QuotaDeps,
  connection: QuotaConnection,
  of: Of,
  options: ReadOptions,
): Promise<QuotaEffect | undefined> {
  if (of.after.state === "set" && !isNothing(of.after.quota.volume ?? 0)) return undefined;
  await refreshSubject(deps, connection, of.endpoint, options);
  return await cachedEffect(deps, connection.id, of, options.signal);
}
