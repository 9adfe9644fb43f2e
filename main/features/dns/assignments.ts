/** Which DNS configuration a profile uses: what the service told, or what was done here since. Pure. */
import type { DnsAssignment, DnsUse } from "#contract/network-schemas.ts";
import { verdictOf } from "../../api/lost-answer.ts";
import type { DnsChangeRow } from "./queries.ts";

export interface ReportedAssignment {
  readonly assignment: DnsAssignment;
  /** When the reading began. */
  readonly asOf: number;
}

/**
 * `newest` is the newest change of the profile that stands or may stand. What the service was asked for after its end counts for
 * more; a change whose answer was lost leaves it unknown until reading shows it, or has not shown it for long enough.
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

/** A stand as it is kept. */
export function parseAssignment(json: string): DnsAssignment {
  return JSON.parse(json) as DnsAssignment;
}

/** Unknown is like nothing, itself included. */
export function isSame(a: DnsAssignment, b: DnsAssignment): boolean {
  if (a.state === "uses" && b.state === "uses") return a.dns === b.dns;
  return a.state === b.state && a.state !== "unknown";
}

/** As the audit has it: the id, or "none"; undefined when it is not known. */
export function idOrNone(assignment: DnsAssignment): string | undefined {
  return assignment.state === "uses" ? assignment.dns : assignment.state === "none" ? "none" : undefined;
}
