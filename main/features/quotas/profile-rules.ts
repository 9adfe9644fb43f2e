/**
 * Service profiles of endpoints, and whether profiles enforce quotas: cached, and read from the service where missing.
 */
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { getEndpoint } from "../../core/api/endpoints.ts";
import { isRecord, readBoolean, readId, readText, type JsonRecord } from "../../core/api/json.ts";
import { getServiceProfile, listServiceProfiles } from "../../core/api/service-profiles.ts";
import { isAppError } from "#shared/failure.ts";
import type { ProfileRule } from "./enforcement.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import type { StoredProfileRule, Subject } from "./queries-profiles.ts";

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
  if (profile === undefined || (rule !== undefined && clock.now() - rule.asOf < freshForMs)) return;
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
