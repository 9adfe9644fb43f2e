/** The filter and sort fields of each collection and of the events, from their record schemas. */
import { eventFields } from "#shared/records/event-fields.ts";
import { recordFields } from "#shared/records/fields.ts";
import { type Collection, type MatchRule, perCollection, type QueryRule } from "#shared/records/schema.ts";

export type { MatchRule };
export type QueryCollection = Collection | "event";

export interface QueryField {
  /** Fleetdesk's own name, which is also the name in the live service. */
  readonly name: string;
  /** Name in the specification; undefined when only the live service has the field. */
  readonly spec: string | undefined;
  /** Undefined: only for sorting. */
  readonly match: MatchRule | undefined;
  readonly sortable: boolean;
  /** A criterion may contain a colon, as dates and addresses do. */
  readonly colons: boolean;
}

/** Per collection, in display order. */
export const queryFields: Readonly<Record<QueryCollection, readonly QueryField[]>> = {
  ...perCollection((collection) => queryable(recordFields[collection])),
  event: queryable(eventFields),
};

/** The field with that name in either spelling. */
export function findField(collection: QueryCollection, name: string): QueryField | undefined {
  const fields = queryFields[collection];
  return fields.find((candidate) => candidate.name === name) ?? fields.find((candidate) => candidate.spec === name);
}

/**
 * Criteria of the cache that the service does not have. Each is a pair like any other, so that chips, views and cursors need nothing new:
 * `any:elan` (all identifiers, without accents; `elan` alone is the same), `not:status:0`, `or:status:0|name:van*`,
 * `range:created:2024-01..2024-06`, `range:id:70001..70020`.
 */
export const cacheOnly = ["any", "not", "or", "range"] as const;
export type CacheOnly = (typeof cacheOnly)[number];

export function isCacheOnly(name: string): name is CacheOnly {
  return (cacheOnly as readonly string[]).includes(name);
}

/** The fields that filters and sorts know. */
export function queryable(
  fields: readonly { readonly name: string; readonly query?: QueryRule }[],
): readonly QueryField[] {
  return fields.flatMap(({ name, query }) => {
    if (query === undefined) return [];
    const { match, spec = name, sortable = true, colons = false } = query;
    return [{ name, spec: spec ?? undefined, match, sortable, colons }];
  });
}
