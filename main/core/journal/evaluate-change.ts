/**
 * What a reading proves of a change. Pure.
 *
 * Invariants: a reading that was requested before the answer was lost proves nothing. Exactly one new record of a complete list that exactly one
 * change can have created proves "applied". Only a complete reading that was requested after the grace period ended proves "not applied".
 */
import { type Change, type ChangeSpec, mayApply, type Snapshot } from "./change.ts";

/** A moment in this process. */
export type Moment = Pick<Snapshot, "order" | "monotonic">;

export type Verdict =
  | { readonly state: "applied"; readonly subject?: string }
  | { readonly state: "not-applied" }
  | undefined;

export interface Context {
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
