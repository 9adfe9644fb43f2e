/**
 * A changing call as the journal stores it, what a feature declares about its kind, and the rule of what a reading proves of it. Pure.
 *
 * Invariants: a reading that was requested before the answer was lost proves nothing. Exactly one new record of a complete list that exactly one
 * change can have created proves "applied". Only a complete reading that was requested after the grace period ended proves "not applied".
 */
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

/** A deletion that the list of its resource proves. */
export function deletionSpec(resource: string): ChangeSpec {
  return {
    resource,
    action: "delete",
    readings: [resource],
    evidence: { by: "deletion" },
    proof: { applied: () => codedText("proved-deleted"), notApplied: codedText("proved-not-deleted") },
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

// What a reading proves.

/** A moment in this process. */
export type Moment = Pick<Snapshot, "order" | "monotonic">;

type Verdict = { readonly state: "applied"; readonly subject?: string } | { readonly state: "not-applied" } | undefined;

interface Context {
  readonly snapshot: Snapshot;
  readonly graceMs: number;
  /** Every change of the connection and the resource, whatever its state. */
  readonly changes: readonly Change[];
  /** When the request began; undefined where that was in a former process. */
  readonly beginOf: (change: number) => Moment | undefined;
  /** When the answer was lost; after a start, when the process began. Undefined while the request is in flight. */
  readonly endOf: (change: number) => Moment | undefined;
}

export function evaluateChange({ evidence }: ChangeSpec, change: Change, context: Context): Verdict {
  const { snapshot, graceMs, endOf } = context;
  const end = endOf(change.change);
  if (end === undefined || snapshot.order <= end.order) return undefined;
  const isAfterGrace = snapshot.monotonic - end.monotonic >= graceMs;
  switch (evidence.by) {
    case "creation":
      return evaluateCreation(evidence.matches, change, { ...context, isAfterGrace });
    case "deletion": {
      const isListed = snapshot.records.some(({ id }) => id === change.subject);
      if (!isListed) return snapshot.isComplete ? { state: "applied" } : undefined;
      return isAfterGrace ? { state: "not-applied" } : undefined;
    }
    case "values": {
      const record = snapshot.records.find(({ id }) => id === change.subject)?.record;
      if (record === undefined || isFollowed(change, context)) return undefined;
      const match = evidence.compare(change, record);
      if (match === "requested") return { state: "applied" };
      return match === "other" && isAfterGrace && !isPreceded(change, context) ? { state: "not-applied" } : undefined;
    }
  }
}

function evaluateCreation(
  matches: (change: Change, record: Snapshot["records"][number]["record"]) => boolean,
  change: Change,
  { isAfterGrace, ...context }: Context & { readonly isAfterGrace: boolean },
): Verdict {
  const { snapshot, changes } = context;
  if (change.previousIds === undefined) return undefined;
  const previous = new Set(change.previousIds);
  const creations = changes.filter(({ action }) => action === change.action);
  const owned = new Set(creations.flatMap(({ subject }) => subject ?? []));
  const candidates = snapshot.records.filter(
    ({ id, record }) => !previous.has(id) && !owned.has(id) && matches(change, record),
  );
  const [only] = candidates;
  if (only === undefined) {
    const isDisproved = change.state === "unknown" && snapshot.isComplete && isAfterGrace;
    return isDisproved ? { state: "not-applied" } : undefined;
  }
  const isRival = (other: Change): boolean =>
    other.change !== change.change &&
    (other.subject === undefined ? mayApply(other) : mayApplyLate(other, change, context)) &&
    other.previousIds?.includes(only.id) !== true &&
    matches(other, only.record);
  // An incomplete list may lack a second match.
  const isOnly = candidates.length === 1 && snapshot.isComplete && !creations.some(isRival);
  return isOnly ? { state: "applied", subject: only.id } : undefined;
}

/** A later change of the same object may have been applied, and the reading may show that one. */
function isFollowed({ change, subject }: Change, { changes }: Context): boolean {
  return changes.some((other) => other.subject === subject && other.change > change && mayApply(other));
}

/** An earlier change of the same object may have reached the service after this one. */
function isPreceded(change: Change, context: Context): boolean {
  const { changes } = context;
  return changes.some(
    (other) => other.subject === change.subject && other.change < change.change && mayApplyLate(other, change, context),
  );
}

/**
 * The service may accept a change whose answer was lost until its grace period ends, also where a reading showed the same, because another
 * client may have made the same change. True if it may accept this one after another change began.
 */
function mayApplyLate(other: Change, { change }: Change, { beginOf, endOf, graceMs }: Context): boolean {
  if (other.state !== "unknown" && (other.state !== "applied" || other.resolvedAt === undefined)) return false;
  const [begin, end] = [beginOf(change), endOf(other.change)];
  return begin === undefined || end === undefined || begin.monotonic - end.monotonic < graceMs;
}
