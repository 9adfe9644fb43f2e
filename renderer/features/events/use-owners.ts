/** Records of the copy whose events can be asked for: what a typed text may mean, and the one that is meant. */
import { useCallback } from "react";
import type { EventScope } from "#contract/event-words.ts";
import { findRecords, isWhollyCalled } from "../../lib/find-records.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { nameOf } from "../../lib/records.ts";
import { shown } from "../../lib/remote.ts";
import { useRemote } from "../../ui/use-remote.ts";

export type Owner = Exclude<EventScope, { readonly of: "all" }>;

export interface NamedId {
  readonly id: string;
  readonly name: string | undefined;
}

const nobody: readonly NamedId[] = [];
const mostOffered = 30;

/** What the text may mean. Without the copy there is nobody to offer. */
export function useOffered(of: Owner["of"], typed: string): readonly NamedId[] {
  const ask = useCallback((signal: AbortSignal) => findRecords(of, typed, mostOffered, signal), [of, typed]);
  return shown(useRemote(ask)) ?? nobody;
}

/** The record that is meant, "missing" where the copy has none of this id; undefined as long as that is not known. */
export function useOwner(scope: EventScope | undefined): NamedId | "missing" | undefined {
  const [of, id] = scope === undefined || scope.of === "all" ? [undefined, ""] : [scope.of, scope.id];
  const ask = useCallback(
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
  const found = shown(useRemote(ask));
  return found === "missing" || found?.id === id ? found : undefined;
}

/**
 * The id that a typed text means: of the one record that is wholly called so, else the text itself where it can be an id, else of the
 * only one that it may mean. What means nobody, or several, stays as it was typed: it is refused with a sentence.
 */
export async function ownerMeant(of: Owner["of"], typed: string, signal: AbortSignal): Promise<string> {
  const text = typed.trim();
  if (text === "") return "";
  const found = await findRecords(of, text, mostOffered, signal);
  if (found.some(({ id }) => id === text)) return text;
  const wholly = found.filter((one) => isWhollyCalled(one, text));
  const [only] = wholly.length > 0 ? wholly : found;
  if (wholly.length !== 1 && (found.length !== 1 || /^\d{1,18}$/.test(text))) return text;
  return only?.id ?? text;
}
