/** Maps stored creations of profiles to the contract: what was sent, when, and the outcome. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { ResolvedProfile, UnresolvedProfile } from "#shared/contract/network/profiles.ts";
import { draftOf } from "./profile-repository.ts";
import type { ProfileChangeRow } from "./queries.ts";

const maxResolved = 10;

export function unresolvedCreations(changes: readonly ProfileChangeRow[]): UnresolvedProfile[] {
  return changes
    .filter(({ kind, state }) => kind === "create" && state === "unknown")
    .map((row) => ({ ...sentOf(row), message: unconfirmedText(row) }));
}

export function resolvedCreations(changes: readonly ProfileChangeRow[]): ResolvedProfile[] {
  return changes
    .flatMap((row) => {
      const { kind, state, profile, settled_at: resolvedAt } = row;
      if (kind !== "create" || resolvedAt === null || (state !== "done" && state !== "not-applied")) return [];
      return [
        {
          ...sentOf(row),
          state,
          resolvedAt: resolvedAt,
          message: outcomeOf(row),
          profile: profile ?? undefined,
        },
      ];
    })
    .toReversed()
    .slice(0, maxResolved);
}

function unconfirmedText({ name, known: previousIds }: ProfileChangeRow): CodedText {
  const code = previousIds === null ? "profile-create-unconfirmed-no-list" : "profile-create-unconfirmed";
  return codedText(code, { name: name ?? "" });
}

function outcomeOf({ state, profile }: ProfileChangeRow): CodedText {
  if (state !== "done") return codedText("create-not-applied");
  return profile === null ? codedText("create-resolved-without-id") : codedText("create-resolved", { id: profile });
}

function sentOf(row: ProfileChangeRow): Omit<UnresolvedProfile, "message"> {
  const { description, dns, callback } = draftOf(row);
  return {
    change: row.change,
    name: row.name ?? "",
    at: row.at,
    description,
    dns,
    callback,
  };
}
