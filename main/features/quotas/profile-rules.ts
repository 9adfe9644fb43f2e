/** Which service profile endpoints have, and whether profiles enforce quotas: kept, and asked for where it is not known. */
import type { ApiClient, CallOptions } from "../../api/client.ts";
import type { QuotaKind } from "#contract/quota-schemas.ts";
import { getEndpoint } from "../../api/endpoints.ts";
import { isRecord, readBoolean, readId, readText, type JsonRecord } from "../../api/json.ts";
import { getServiceProfile, listServiceProfiles } from "../../api/service-profiles.ts";
import { isAppError } from "../../failure.ts";
import type { ProfileRule } from "./enforcement.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import type { StoredProfileRule, Subject } from "./queries-profiles.ts";

type ProfileRuleDeps = Pick<QuotaDeps, "store" | "directory" | "clock" | "log">;

/** An endpoint and its profile as they are known here. */
export interface SubjectWithRule extends Subject {
  readonly rule: StoredProfileRule | undefined;
}

/** What is known of an endpoint; touches no network. */
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

/** What is known of enforcement; undefined where nobody knows which profile the endpoint has. */
export function ruleOf({ profile, rule }: SubjectWithRule, kind: QuotaKind): ProfileRule | undefined {
  return profile === undefined ? undefined : { name: rule?.name ?? profile.name ?? profile.id, enforces: rule?.[kind] };
}

/** How long a profile's answer is good enough for a person's click. */
const freshForMs = 60_000;

/**
 * Asks for what is missing or old: the endpoint where the local copy does not have it, and its profile. What the service does not
 * offer or tell stays unknown; throws `endpoint-unknown` where the service says so of the endpoint, and `aborted`.
 */
export async function learnSubject(
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

/** Asks for all profiles at once, where the service has such a list. */
export async function learnProfiles(
  deps: ProfileRuleDeps,
  { id, api }: { readonly id: number; readonly api: ApiClient },
  options: CallOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const now = deps.clock.now();
  const records = await attempt(deps, options.signal, () => listServiceProfiles(api, options));
  const profiles = (records?.items ?? []).map(({ id: profile, record }) => profileOf(record, profile, now));
  await deps.store.saveProfiles(id, profiles);
}

/** What a quota means is beside the question that was asked: a failure here is logged, and nothing is known. */
async function attempt<T>(
  { log }: ProfileRuleDeps,
  signal: AbortSignal,
  request: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted || !isAppError(error) || error.code === "endpoint-unknown") throw error;
    log.debug("quotas.profile-not-learned", { code: error.code });
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
