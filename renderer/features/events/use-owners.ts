/** Records of the copy whose events can be asked for: what a typed text may mean, and the one that is meant. */
import { useCallback } from "react";
import type { EventScope } from "#contract/event-schemas.ts";
import { findRecords, isWhollyCalled } from "../../lib/find-records.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { nameOf } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useAsyncState } from "../../ui/use-async-state.ts";

export type Owner = Exclude<EventScope, { readonly of: "all" }>;

export interface NamedId {
  readonly id: string;
  readonly name: string | undefined;
}

const noOwners: readonly NamedId[] = [];
const mostOffered = 30;

/** What the text may mean. Without the copy there is nobody to offer. */
export function useOffered(of: Owner["of"], input: string): readonly NamedId[] {
  const loadMatches = useCallback((signal: AbortSignal) => findRecords(of, input, mostOffered, signal), [of, input]);
  return dataOf(useAsyncState(loadMatches)) ?? noOwners;
}

/** The record that is meant, "missing" where the copy has none of this id; undefined as long as that is not known. */
export function useOwner(scope: EventScope | undefined): NamedId | "missing" | undefined {
  const [of, id] = scope === undefined || scope.of === "all" ? [undefined, ""] : [scope.of, scope.id];
  const loadOwner = useCallback(
    async (signal: AbortSignal): Promise<NamedId | "missing" | undefined> => {
      if (of === undefined) return undefined;
      try {
        const { record } = await fleet.fleet.get({ collection: of, id }, signal);
        return { id, name: nameOf(of, record) };
      } catch (error) {
        if (failureOf(error).code === "not-in-cache") return "missing";
        throw error;
      }
    },
    [of, id],
  );
  const owner = dataOf(useAsyncState(loadOwner));
  return owner === "missing" || owner?.id === id ? owner : undefined;
}

/**
 * The id that a typed text means: of the one record that is wholly called so, else the text itself where it can be an id, else of the
 * only one that it may mean. What means nobody, or several, stays as it was typed: it is refused with a sentence.
 */
export async function resolveOwnerId(of: Owner["of"], input: string, signal: AbortSignal): Promise<string> {
  const text = input.trim();
  if (text === "") return "";
  const matches = await findRecords(of, text, mostOffered, signal);
  if (matches.some(({ id }) => id === text)) return text;
  const wholly = matches.filter((one) => isWhollyCalled(one, text));
  const [only] = wholly.length > 0 ? wholly : matches;
  if (wholly.length !== 1 && (matches.length !== 1 || /^\d{1,18}$/.test(text))) return text;
  return only?.id ?? text;
}
