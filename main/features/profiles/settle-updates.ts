/** Updates of a profile's fields: what was sent, whether a record shows it, and those whose answers were lost. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Profile } from "#contract/profiles.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { verdictOf } from "../../api/lost-answer.ts";
import { type ProfileConnection, type ProfileParts, workOf } from "./parts.ts";
import type { ProfileChangeRow } from "./queries.ts";
import { readProfile } from "./read-profile.ts";

/** The fields to change; an empty description removes it. */
export interface ProfileUpdate {
  readonly name?: string;
  readonly description?: string;
  readonly switches: Profile["switches"];
}

/** What an update sent. */
export function updateOf({ after }: Pick<ProfileChangeRow, "after">): ProfileUpdate {
  return JSON.parse(after ?? '{"switches":{}}') as ProfileUpdate;
}

/** Whether a record has every field as the update sent it; undefined where it does not name all of them. */
export function showsUpdate({ name, description, switches }: ProfileUpdate, record: JsonRecord): boolean | undefined {
  const now = readProfile(record);
  const pairs: readonly (readonly [sent: string | boolean, now: string | boolean | undefined])[] = [
    ...(name === undefined ? [] : [[name, now.name] as const]),
    // An empty description is read as none.
    ...(description === undefined
      ? []
      : [[description, now.description ?? ("description" in record ? "" : undefined)] as const]),
    ...Object.entries(switches).map(([key, value]) => [value, now.switches[key as keyof typeof switches]] as const),
  ];
  if (pairs.some(([sent, current]) => current !== undefined && current !== sent)) return false;
  return pairs.some(([, current]) => current === undefined) ? undefined : true;
}

/** Another update of the same profile was sent since: what is read now may be that one. */
function isFollowed({ change, profile }: ProfileChangeRow, changes: readonly ProfileChangeRow[]): boolean {
  return changes.some((one) => one.kind === "update" && one.profile === profile && one.change > change);
}

/** Updates whose answers were lost, by records that were read. */
export async function settleUpdates(
  { store, clock, tellSettled }: ProfileParts,
  { id: connection }: Pick<ProfileConnection, "id">,
  records: readonly { readonly id: string; readonly record: JsonRecord }[],
  asOf: number,
): Promise<void> {
  const { changes } = await store.kept(connection);
  for (const row of changes) {
    if (row.kind !== "update" || row.state !== "unknown" || isFollowed(row, changes)) continue;
    const record = records.find(({ id }) => id === row.profile)?.record;
    const isShown = record === undefined ? undefined : showsUpdate(updateOf(row), record);
    const verdict = isShown === undefined ? undefined : verdictOf(asOf, row.ended, isShown);
    if (verdict === undefined) continue;
    const proof = codedText(verdict === "done" ? "proved-updated" : "proved-not-updated");
    await tellSettled({ work: workOf(row.change), outcome: verdict === "done" ? "done" : "not-done", proof });
    await store.settle(row.change, verdict, { at: clock.now(), by: "reading" });
  }
}
