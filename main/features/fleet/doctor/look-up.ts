/** Looks values up in the cache, as every kind of identifier that each of them may be. */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { lookupForms } from "#shared/rules/identifier.ts";
import type { Meaning } from "#shared/rules/read-value.ts";

export interface EndpointCandidate {
  readonly id: string;
  readonly record: JsonRecord;
}

/** The part of the fleet directory that the doctor uses. */
export interface EndpointLookUp {
  /** Looks values up in the cache; a value without a match has no key. */
  resolve(
    connectionId: number,
    by: IdentifierKind,
    values: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly EndpointCandidate[]>>;
  completeness(connectionId: number): Promise<Completeness>;
}

/** A matching endpoint, and the kind of identifier it was found by. */
export interface Answer {
  readonly id: string;
  readonly name: string | undefined;
  readonly kind: IdentifierKind;
  readonly isDeleted: boolean;
}

/** Per list of meanings, the endpoints that match any of them, each once. */
export async function lookUp(
  directory: EndpointLookUp,
  connectionId: number,
  rows: readonly (readonly Meaning[])[],
  signal: AbortSignal,
): Promise<readonly (readonly Answer[])[]> {
  const valuesByKind = new Map<IdentifierKind, Set<string>>();
  for (const { kind, value } of rows.flat()) {
    const values = valuesByKind.get(kind) ?? new Set();
    valuesByKind.set(kind, values);
    for (const form of lookupForms(kind, value)) values.add(form);
  }
  const matches = new Map<IdentifierKind, ReadonlyMap<string, readonly EndpointCandidate[]>>();
  for (const [kind, values] of valuesByKind) {
    matches.set(kind, await directory.resolve(connectionId, kind, [...values], signal));
  }
  return rows.map((meanings) => {
    const answers = new Map<string, Answer>();
    for (const { kind, value } of meanings) {
      for (const form of lookupForms(kind, value)) {
        for (const endpoint of matches.get(kind)?.get(form) ?? []) {
          if (!answers.has(endpoint.id)) answers.set(endpoint.id, answerOf(endpoint, kind));
        }
      }
    }
    return [...answers.values()];
  });
}

/** Status of a deleted endpoint (docs/service-facts.md#endpoint). */
const deleted = 2;

function answerOf({ id, record }: EndpointCandidate, kind: IdentifierKind): Answer {
  const { name, status } = record;
  const statusId = typeof status === "object" && status !== null ? (status as JsonRecord)["id"] : status;
  return {
    id,
    name: typeof name === "string" && name !== "" ? name : undefined,
    kind,
    isDeleted: Number(statusId) === deleted && statusId !== null && statusId !== "",
  };
}
