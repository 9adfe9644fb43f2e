/** Derives the DNS configuration of a profile from reports of the service and from local changes. Pure. */
import type { DnsChange } from "#shared/contract/network/dns.ts";
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import type { Change, ChangeState } from "../../../core/journal/change.ts";

export interface ReportedAssignment {
  readonly assignment: DnsAssignment;
  /** When the reading began. */
  readonly asOf: number;
}

/** A change of a profile's configuration. */
export interface AssignmentChange extends Pick<Change, "change" | "at" | "endedAt" | "code" | "message" | "undoOf"> {
  readonly kind: DnsChange["kind"];
  readonly state: ChangeState;
  readonly profile: string;
  readonly profileName: string | undefined;
  readonly before: DnsAssignment;
  readonly after: DnsAssignment;
}

/**
 * `newest` is the newest change of the profile that is applied or may be applied. A report read after that change ended
 * takes precedence. A change with an unknown outcome leaves the assignment unknown.
 */
export function useOf(reported: ReportedAssignment | undefined, newest: AssignmentChange | undefined): DnsUse {
  if (reported !== undefined && (newest === undefined || isNewer(reported, newest))) {
    return { assignment: reported.assignment, source: "service", asOf: reported.asOf };
  }
  if (newest === undefined) return { assignment: { state: "unknown" } };
  const { change, kind, state, at, after: requested } = newest;
  if (state === "applied")
    return { assignment: requested, source: kind === "recorded" ? "person" : "this-computer", asOf: at };
  return { assignment: { state: "unknown" }, lost: { change, requested, at } };
}

function isNewer({ asOf }: ReportedAssignment, { state, endedAt }: AssignmentChange): boolean {
  return state === "applied" && endedAt !== undefined && asOf > endedAt;
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
