/** Maps stored creations of profiles to the contract: what was sent, when, and the outcome. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { ResolvedProfile, UnresolvedProfile } from "#shared/contract/network/profiles.ts";
import { type Change, isUnresolved } from "../../../core/journal/change.ts";
import { draftOf, isCreation } from "./profile-changes.ts";

const maxResolved = 10;

export function unresolvedCreations(changes: readonly Change[]): UnresolvedProfile[] {
  return changes
    .filter((change) => isCreation(change) && isUnresolved(change))
    .map((row) => ({ ...sentOf(row), message: unconfirmedText(row) }));
}

export function resolvedCreations(changes: readonly Change[]): ResolvedProfile[] {
  return changes
    .flatMap((row) => {
      const { state, subject: profile, resolvedAt } = row;
      if (!isCreation(row) || resolvedAt === undefined || (state !== "applied" && state !== "not-applied")) return [];
      return [
        {
          ...sentOf(row),
          state: state === "applied" ? ("done" as const) : state,
          resolvedAt,
          message: outcomeOf(row),
          profile,
        },
      ];
    })
    .toReversed()
    .slice(0, maxResolved);
}

function unconfirmedText({ name, previousIds }: Change): CodedText {
  const code = previousIds === undefined ? "profile-create-unconfirmed-no-list" : "profile-create-unconfirmed";
  return codedText(code, { name: name ?? "" });
}

function outcomeOf({ state, subject: id }: Change): CodedText {
  if (state !== "applied") return codedText("create-not-applied");
  return id === undefined ? codedText("create-resolved-without-id") : codedText("create-resolved", { id });
}

function sentOf(row: Change): Omit<UnresolvedProfile, "message"> {
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
