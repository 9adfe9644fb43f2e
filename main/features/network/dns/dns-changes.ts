/** The changes of the DNS configuration of profiles, in the journal, and the configuration of a profile that follows from them. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { DnsChange } from "#shared/contract/network/dns.ts";
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import { type Change, type ChangeSpec, isUnresolved, mayApply } from "../../../core/journal/change.ts";
import type { ChangeJournal } from "../../../core/journal/journal.ts";
import { isSame, useOf } from "../profiles/profile-changes.ts";

const assignmentActions = ["attached", "detached", "undone"] as const;
export type AssignmentAction = (typeof assignmentActions)[number];

export interface AssignmentRequest {
  readonly after: DnsAssignment;
}

/** The record of a reading is the assignment that the service reports of a profile. */
export const assignmentSpecs = Object.fromEntries(
  assignmentActions.map((action): [AssignmentAction, ChangeSpec<AssignmentRequest>] => [
    action,
    {
      resource: "profile-dns",
      action,
      readings: ["profile-dns"],
      evidence: {
        by: "values",
        compare: ({ request }, record) =>
          isSame(record as DnsAssignment, (request as AssignmentRequest).after) ? "requested" : "other",
      },
      proof: {
        applied: () => codedText("proved-profile-uses"),
        notApplied: codedText("proved-profile-uses-not"),
      },
      // Only one step can be undone: an undo is reverted by attaching or detaching. One whose answer was lost can be repeated.
      inverse: (change) => {
        if (action === "undone") return isUnresolved(change) ? (change.request as AssignmentRequest) : undefined;
        const before = change.before as DnsAssignment;
        return before.state === "unknown" ? undefined : { after: before };
      },
    },
  ]),
) as Readonly<Record<AssignmentAction, ChangeSpec<AssignmentRequest>>>;

export interface ReportedAssignment {
  readonly assignment: DnsAssignment;
  /** When the reading began. */
  readonly asOf: number;
}

/** A change of a profile's configuration. */
export interface AssignmentChange extends Pick<
  Change,
  "change" | "at" | "endedAt" | "code" | "message" | "undoOf" | "state" | "request"
> {
  readonly kind: DnsChange["kind"];
  readonly profile: string;
  readonly profileName: string | undefined;
  readonly before: DnsAssignment;
  readonly after: DnsAssignment;
}

/** Changes that were sent or recorded here, and creations of profiles, oldest first. */
export async function listAssignmentChanges(
  journal: ChangeJournal,
  connection: number,
): Promise<readonly AssignmentChange[]> {
  return (await journal.list(connection, ["profile-dns", "profile"])).flatMap((row) => assignmentChangeOf(row) ?? []);
}

export function assignmentChangeOf(row: Change): AssignmentChange | undefined {
  const { resource, action, state, subject: profile, name: profileName, request, before } = row;
  if (profile === undefined || state === "not-sent") return undefined;
  const common = { ...row, state, profile, profileName };
  if (resource === "profile") {
    if (action !== "create" || state !== "applied") return undefined;
    const { dns } = request as { readonly dns?: string };
    const after: DnsAssignment = dns === undefined ? { state: "none" } : { state: "uses", dns };
    return { ...common, kind: "created", before: { state: "none" }, after };
  }
  const { after } = request as AssignmentRequest;
  return { ...common, kind: action as AssignmentAction | "recorded", before: before as DnsAssignment, after };
}

/** The newest change of each profile that is applied or may be applied. */
export function currentChanges(changes: readonly AssignmentChange[]): ReadonlyMap<string, AssignmentChange> {
  return new Map(changes.filter(mayApply).map((one) => [one.profile, one] as const));
}

/** The newest local change of a profile that is applied or may be applied, except those recorded by an operator. */
export function newestLocalChange(changes: readonly AssignmentChange[], profile: string): AssignmentChange | undefined {
  return changes.findLast((one) => one.profile === profile && one.kind !== "recorded" && mayApply(one));
}

/** The assignment that an undo of the change restores, or that its repetition sets. */
export function restoredBy(change: AssignmentChange): DnsAssignment | undefined {
  const { kind } = change;
  return kind === "recorded" || kind === "created" || !mayApply(change)
    ? undefined
    : assignmentSpecs[kind].inverse?.(change)?.after;
}

export function dnsUse(reported: ReportedAssignment | undefined, newest: AssignmentChange | undefined): DnsUse {
  const change = newest && { ...newest, requested: newest.after };
  return useOf(reported, change, newest?.kind === "recorded" ? "person" : undefined);
}

/** `changes` are all changes of the connection. */
export function describeChange(row: AssignmentChange, changes: readonly AssignmentChange[]): DnsChange {
  const { change, kind, profile, profileName, before, after, code, message, at, undoOf, state } = row;
  const undoing = changes.findLast(
    (one) => one.profile === profile && one.undoOf === change && one.state === "applied",
  );
  return {
    change,
    kind,
    profile,
    profileName,
    before,
    after,
    state: stateOf(state),
    code: state === "unknown" ? undefined : code,
    message: state === "unknown" ? undefined : message,
    at,
    undoOf,
    undoneBy: undoing?.change,
    undoable: newestLocalChange(changes, profile)?.change === change && restoredBy(row) !== undefined,
  };
}

function stateOf(state: Change["state"]): DnsChange["state"] {
  switch (state) {
    case "applied":
      return "done";
    case "rejected":
      return "refused";
    case "not-applied":
      return "not-applied";
    default:
      return "unknown";
  }
}
