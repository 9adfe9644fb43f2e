/** The quotas of one endpoint: what is kept, and what the service says now. */
import type { EndpointQuotas } from "#contract/quotas.ts";
import type { QuotaKind } from "#contract/quota-words.ts";
import type { CallOptions } from "../../api/client.ts";
import { type AppError, isAppError, textOf } from "../../failure.ts";
import { askStand } from "./ask-service.ts";
import { enforcementOf } from "./enforcement.ts";
import type { QuotaConnection, QuotaParts } from "./parts.ts";
import { knownSubject, learnSubject, ruleOf } from "./profile-rules.ts";
import type { AskedReading } from "./queries-readings.ts";

export type Asking = CallOptions & { readonly signal: AbortSignal };

/** Asks, and answers in the form in which it is kept; a failure is an answer too. Throws what says nothing of the quota: `aborted`. */
export async function askReading(
  { clock }: Pick<QuotaParts, "clock">,
  { api }: QuotaConnection,
  kind: QuotaKind,
  endpoint: string,
  options: Asking,
): Promise<AskedReading & { readonly error?: AppError }> {
  const at = clock.now();
  try {
    return { kind, endpoint, at, found: { stand: await askStand(api, kind, endpoint, options) } };
  } catch (error) {
    if (options.signal.aborted || !isAppError(error) || isNoAnswer.has(error.code)) throw error;
    return { kind, endpoint, at, found: { code: error.code, message: textOf(error) }, error };
  }
}

const isNoAnswer: ReadonlySet<string> = new Set(["aborted", "invalid-input"]);

/** What is kept of an endpoint. */
export async function readEndpoint(
  parts: QuotaParts,
  connection: number,
  endpoint: string,
  signal: AbortSignal,
): Promise<EndpointQuotas> {
  const { store, clock } = parts;
  const [known, kept] = await Promise.all([
    knownSubject(parts, connection, endpoint, signal),
    store.readReadings(connection, endpoint),
  ]);
  const { name, profile, rule } = known;
  const profileName = rule?.name ?? profile?.name;
  const of = (kind: QuotaKind): EndpointQuotas["data"] => {
    return { ...kept[kind], enforcement: enforcementOf(kind, ruleOf(known, kind), kept[kind].stand, clock.now()) };
  };
  return {
    endpoint,
    ...(name === undefined ? {} : { name }),
    ...(profile === undefined
      ? {}
      : {
          profile: {
            id: profile.id,
            ...(profileName === undefined ? {} : { name: profileName }),
            ...(rule === undefined ? {} : { asOf: rule.asOf }),
          },
        }),
    data: of("data"),
    sms: of("sms"),
  };
}

/** Asks the service and keeps what it says. Throws only when every question failed, or for `endpoint-unknown`. */
export async function askEndpoint(
  parts: QuotaParts,
  connection: QuotaConnection,
  endpoint: string,
  kinds: readonly QuotaKind[],
  signal: AbortSignal,
): Promise<readonly AskedReading[]> {
  const options: Asking = { priority: "click", signal };
  const wanted = [...new Set(kinds)];
  const asked = await Promise.all(wanted.map((kind) => askReading(parts, connection, kind, endpoint, options)));
  const readings = asked.map(({ kind, endpoint: id, at, found }): AskedReading => ({ kind, endpoint: id, at, found }));
  await parts.store.keepReadings(connection.id, readings);
  parts.publish("quotas.changed", { connection: connection.name, endpoint });
  const errors = asked.flatMap(({ error }) => error ?? []);
  const unknown = errors.find(({ code }) => code === "endpoint-unknown");
  if (unknown !== undefined) throw unknown;
  const [first] = errors;
  if (first !== undefined && errors.length === asked.length) throw first;
  await learnSubject(parts, connection, endpoint, options);
  return readings;
}
