/** Derives the DNS configuration of a profile from reports of the service and from local changes. Pure. */
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import { verdictOf } from "../../../core/api/lost-answer.ts";
import type { DnsChangeRow } from "./queries.ts";

export interface ReportedAssignment {
  readonly assignment: DnsAssignment;
  /** When the reading began. */
  readonly asOf: number;
}

/**
 * `newest` is the newest change of the profile that is applied or may be applied. A report read after that change ended
 * takes precedence. A change whose answer was lost leaves the assignment unknown until a reading shows the change, or
 * has not shown it for long enough (`main/core/api/lost-answer.ts`).
 */
export function useOf(reported: ReportedAssignment | undefined, newest: DnsChangeRow | undefined): DnsUse {
  if (reported !== undefined && (newest === undefined || proves(reported, newest))) {
    return { assignment: reported.assignment, source: "service", asOf: reported.asOf };
  }
  if (newest === undefined) return { assignment: { state: "unknown" } };
  const { change, kind, state, at } = newest;
  const requested = parseAssignment(newest.after);
  if (state === "done")
    return { assignment: requested, source: kind === "told" ? "person" : "this-computer", asOf: at };
  return { assignment: { state: "unknown" }, lost: { change, requested, at } };
}

function proves({ assignment, asOf }: ReportedAssignment, { state, ended, after }: DnsChangeRow): boolean {
  if (state === "done") return ended !== null && asOf > ended;
  return verdictOf(asOf, ended, isSame(assignment, parseAssignment(after))) !== undefined;
}

/** Parses a stored assignment. */
export function parseAssignment(json: string): DnsAssignment {
  return JSON.parse(json) as DnsAssignment;
}

/** Unknown equals nothing, not even unknown. */
export function isSame(a: DnsAssignment, b: DnsAssignment): boolean {
  if (a.state === "uses" && b.state === "uses") return a.dns === b.dns;
  return a.state === b.state && a.state !== "unknown";
}

/** The value for the audit: the id, or "none"; undefined where unknown. */
export function idOrNone(assignment: DnsAssignment): string | undefined {
  return assignment.state === "uses" ? assignment.dns : assignment.state === "none" ? "none" : undefined;
}
