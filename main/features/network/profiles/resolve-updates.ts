/** Updates of a profile's fields: what was sent, whether a record shows it, and how lost answers are resolved. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { verdictOf } from "../../../core/api/lost-answer.ts";
import { type ProfileConnection, type ProfileDeps, workOf } from "./deps.ts";
import type { ProfileChangeRow } from "./queries.ts";
import { readProfile } from "./read-profile.ts";

/** The fields to change; an empty description removes the description. */
export interface ProfileUpdate {
  readonly name?: string;
  readonly description?: string;
  readonly switches: Profile["switches"];
}

/** The fields that an update sent. */
export function updateOf({ after }: Pick<ProfileChangeRow, "after">): ProfileUpdate {
  return JSON.parse(after ?? '{"switches":{}}') as ProfileUpdate;
}

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

/** A later update of the same profile may have been applied, and a reading may show that one. */
function isFollowed({ change, profile }: ProfileChangeRow, changes: readonly ProfileChangeRow[]): boolean {
  return changes.some(
    (one) => one.kind === "update" && one.profile === profile && one.change > change && one.state !== "not-applied",
  );
}

/** Resolves updates whose answers were lost, by records that were read. */
export async function resolveUpdates(
  { store, clock, recordResolution }: ProfileDeps,
  { id: connection }: Pick<ProfileConnection, "id">,
  records: readonly { readonly id: string; readonly record: JsonRecord }[],
  asOf: number,
): Promise<void> {
  const { changes } = await store.load(connection);
  for (const row of changes) {
    if (row.kind !== "update" || row.state !== "unknown" || isFollowed(row, changes)) continue;
    const record = records.find(({ id }) => id === row.profile)?.record;
    const before = JSON.parse(row.before ?? "{}") as JsonRecord;
    const match = record === undefined ? undefined : compareUpdate(updateOf(row), record, before);
    // A record that shows only some fields as sent proves neither outcome.
    const verdict = match === "all" || match === "none" ? verdictOf(asOf, row.ended, match === "all") : undefined;
    if (verdict === undefined) continue;
    const proof = codedText(verdict === "done" ? "proved-updated" : "proved-not-updated");
    await recordResolution({ work: workOf(row.change), outcome: verdict === "done" ? "done" : "not-done", proof });
    await store.resolveChange(row.change, verdict, { at: clock.now(), by: "reading" });
  }
}
