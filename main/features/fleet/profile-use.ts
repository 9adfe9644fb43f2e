/** Which service profiles the cached endpoints use, and how many endpoints use each; for the features of profiles. */
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { formatFilter, type FilterTerm } from "../../core/api/query.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { toCachedQuestion } from "./cached-rows.ts";
import { completenessOfCache } from "./completeness.ts";
import type { FacetAnswer } from "./memo.ts";
import type { FleetTools } from "./deps.ts";

export interface ProfileCounts {
  readonly profiles: readonly { readonly id: string; readonly name: string | undefined; readonly count: number }[];
  /** Endpoints without a profile. */
  readonly without: number;
  readonly cache: Completeness;
}

export interface ProfileUse {
  counts(connection: string, signal: AbortSignal): Promise<ProfileCounts>;
  /** The endpoints of one profile by status, most frequent first. */
  byStatus(connection: string, profile: string, signal: AbortSignal): Promise<FacetAnswer["values"]>;
  /** A filter for the list of endpoints that selects those of one profile. */
  filterOf(profile: string): string;
}

/** Above the number of profiles that any organisation has. */
const mostProfiles = 100_000;

export function createProfileUse(tools: FleetTools): ProfileUse {
  const count = async (
    connection: string,
    field: string,
    filter: readonly FilterTerm[],
    signal: AbortSignal,
  ): Promise<{ readonly id: number; readonly values: FacetAnswer["values"] }> => {
    const baseQuestion = await toCachedQuestion(tools, { connection, collection: "endpoint", filter: "" });
    const question = { ...baseQuestion, filter, field, limit: mostProfiles };
    let step = await tools.store.countFacet(question);
    while ("next" in step) {
      throwIfStopped(signal);
      step = await tools.store.countFacet(question, step.next);
    }
    return { id: baseQuestion.connection, values: step.answer.values };
  };
  const termsOf = (profile: string): readonly FilterTerm[] => [{ field: "service_profile", value: profile }];
  return {
    counts: async (connection, signal) => {
      const { id, values } = await count(connection, "service_profile", [], signal);
      const profiles = values
        .filter(({ value }) => value !== "null")
        .map(({ value, label, count: many }) => ({
          id: value,
          // If no record has a name, the label is the id.
          name: label === value ? undefined : label,
          count: many,
        }));
      const without = values.find(({ value }) => value === "null")?.count ?? 0;
      return { profiles, without, cache: await completenessOfCache(tools.store, id, "endpoint") };
    },
    byStatus: async (connection, profile, signal) =>
      (await count(connection, "status", termsOf(profile), signal)).values,
    filterOf: (profile) => formatFilter("endpoint", termsOf(profile), "spec"),
  };
}
