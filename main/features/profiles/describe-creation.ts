/** Creations of profiles as the treaty tells them: what was sent, when, and what came of it. Pure. */
import type { SettledProfile, UnsettledProfile } from "#contract/profiles.ts";
import { lostSentence } from "./create-profile.ts";
import { draftOf } from "./profile-desk.ts";
import type { ProfileChangeRow } from "./queries.ts";

/** So many that are settled are told. */
const toldSettled = 10;

export function unsettledOf(changes: readonly ProfileChangeRow[]): UnsettledProfile[] {
  return changes
    .filter(({ kind, state }) => kind === "create" && state === "unknown")
    .map((row) => ({ ...sentOf(row), message: lostSentence(row.name ?? "", undefined, row.known !== null) }));
}

export function settledOf(changes: readonly ProfileChangeRow[]): SettledProfile[] {
  return changes
    .flatMap((row) => {
      const { kind, state, profile, settled_at: settledAt } = row;
      if (kind !== "create" || settledAt === null || (state !== "done" && state !== "not-applied")) return [];
      const message =
        state === "done"
          ? `It was created with the id ${profile ?? "unknown"}: the answer was lost, and reading found it.`
          : "It was not created: the answer was lost, and reading did not find it.";
      return [{ ...sentOf(row), state, settledAt, message, ...(profile === null ? {} : { profile }) }];
    })
    .toReversed()
    .slice(0, toldSettled);
}

function sentOf(row: ProfileChangeRow): Omit<UnsettledProfile, "message"> {
  const { description, dns, callback } = draftOf(row);
  return {
    change: row.change,
    name: row.name ?? "",
    at: row.at,
    ...(description === undefined ? {} : { description }),
    ...(dns === undefined ? {} : { dns }),
    ...(callback === undefined ? {} : { callback }),
  };
}
