/** A changing call as the journal stores it, and what a feature declares about its kind. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "../api/json.ts";

/**
 * `sending`: stored, and its answer is still expected · `unknown`: the answer was lost · `applied`, `not-applied`: by the answer, a reading
 * or an operator · `rejected`: by the service · `not-sent`: certainly never reached the service.
 */
export type ChangeState = "sending" | "unknown" | "applied" | "not-applied" | "rejected" | "not-sent";

export interface NewChange {
  /** What is changed, such as "dns" or "stream"; `action` is what is done to it. Together they name a `ChangeSpec`. */
  readonly resource: string;
  readonly action: string;
  /** Id of the changed object; of a creation, once it is known. */
  readonly subject?: string;
  /** Name of the object at the time of the change. */
  readonly name?: string;
  /** JSON values: what was requested, and what it replaces. */
  readonly request: unknown;
  readonly before?: unknown;
  /** Of a creation: the ids in a complete list read before; undefined where there was none, so that no list proves anything. */
  readonly previousIds?: readonly string[];
  readonly undoOf?: number;
}

export interface Change extends NewChange {
  readonly change: number;
  readonly state: ChangeState;
  readonly at: number;
  /** When the answer arrived or was lost; undefined while the request is in flight. */
  readonly endedAt?: number;
  /** When a reading or an operator resolved it after its answer was lost. */
  readonly resolvedAt?: number;
  /** Code of a rejection, and why the answer was lost or what proved the outcome. */
  readonly code?: string;
  readonly message?: CodedText;
  /** Audit reference. */
  readonly work: string;
}

/** How readings prove a kind of change. */
type Evidence =
  /** A record that did not exist before, with the requested content. */
  | { readonly by: "creation"; readonly matches: (change: Change, record: JsonRecord) => boolean }
  /** The object is missing from a complete list. */
  | { readonly by: "deletion" }
  /** The record of the object shows the requested values, or others; undefined where it shows neither. */
  | {
      readonly by: "values";
      readonly compare: (change: Change, record: JsonRecord) => "requested" | "other" | undefined;
    };

export interface ChangeSpec<Request = unknown> {
  readonly resource: string;
  readonly action: string;
  /** Names of the readings that prove it, such as "profiles". */
  readonly readings: readonly string[];
  readonly evidence: Evidence;
  /** What the audit reports as proof. */
  readonly proof: { readonly applied: (subject: string) => CodedText; readonly notApplied: CodedText };
  /** The request that undoes a change which is applied or may be; undefined where there is none, or where the former state is unknown. */
  readonly inverse?: (change: Pick<Change, "state" | "request" | "before">) => Request | undefined;
}

/** A creation that the list of its resource proves. */
export function creationSpec(
  resource: string,
  matches: (change: Change, record: JsonRecord) => boolean,
  notApplied: CodedText = codedText("proved-not-created"),
): ChangeSpec {
  return {
    resource,
    action: "create",
    readings: [resource],
    evidence: { by: "creation", matches },
    proof: { applied: (id) => codedText("proved-by-list", { id }), notApplied },
  };
}

/** Records of the service as one request returned them. */
export interface Snapshot extends ReadingStart {
  readonly reading: string;
  /** The list is known to have every record. */
  readonly isComplete: boolean;
  readonly records: readonly { readonly id: string; readonly record: JsonRecord }[];
}

/** Taken before the request of a reading is sent. */
export interface ReadingStart {
  /** Epoch milliseconds, strictly increasing. */
  readonly asOf: number;
  /** Place among the readings and the ends of changes in this process. */
  readonly order: number;
  readonly monotonic: number;
}

/** Whether the outcome of a change is not known yet. */
export function isUnresolved({ state }: Pick<Change, "state">): boolean {
  return state === "sending" || state === "unknown";
}

/** Whether a change is applied, or may be. */
export function mayApply({ state }: Pick<Change, "state">): boolean {
  return state === "sending" || state === "unknown" || state === "applied";
}
