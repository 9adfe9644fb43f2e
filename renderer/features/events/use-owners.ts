/** Looks up cached records whose events can be listed: candidates for an input, and the selected record. */
import { useCallback } from "react";
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import { findRecords, isExactMatch } from "../../lib/find-records.ts";
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
const maxSuggestions = 30;

/** Candidates for the input. Without a cache there are none. */
export function useOwnerSuggestions(of: Owner["of"], input: string): readonly NamedId[] {
  const loadMatches = useCallback((signal: AbortSignal) => findRecords(of, input, maxSuggestions, signal), [of, input]);
  return dataOf(useAsyncState(loadMatches)) ?? noOwners;
}

/** The selected record, "missing" if the cache has none with this id; undefined while loading. */
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
 * Resolves an input to an id: of the record with exactly this name; else the input itself if it is a valid id; else of the only
 * candidate. With no or several candidates, the input is returned unchanged and rejected by validation.
 */
export async function resolveOwnerId(of: Owner["of"], input: string, signal: AbortSignal): Promise<string> {
  const text = input.trim();
  if (text === "") return "";
  const matches = await findRecords(of, text, maxSuggestions, signal);
  if (matches.some(({ id }) => id === text)) return text;
  const exactMatches = matches.filter((one) => isExactMatch(one, text));
  const [match] = exactMatches.length > 0 ? exactMatches : matches;
  if (exactMatches.length !== 1 && (matches.length !== 1 || /^\d{1,18}$/.test(text))) return text;
  return match?.id ?? text;
}
