/** Contract handlers for the DNS configurations of profiles: attach, detach, record an assignment, undo, impact, changes. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { DnsAnswer, DnsChange, dns } from "#shared/contract/network/dns.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { ChangeNote, ChangeRef } from "../../../core/api/change-note.ts";
import { pathId, requireNumericId } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { removeProfileDns, setProfileDns } from "../../../core/api/service-profiles.ts";
import type { Change } from "../../../core/journal/change.ts";
import { type NetworkConnection, type NetworkDeps, runChange, uncancelled } from "../deps.ts";
import { explainAbsent, loadInventory, readDetail } from "../profiles/inventory.ts";
import { readList } from "../readings.ts";
import { checkedId } from "./addresses.ts";
import {
  type AssignmentAction,
  type AssignmentChange,
  assignmentChangeOf,
  assignmentSpecs,
  describeChange,
  isSame,
  listAssignmentChanges,
  newestLocalChange,
  restoredBy,
} from "./dns-changes.ts";
import { impactOfDeletion, impactOfProfile } from "./impact.ts";

type Attachments = Pick<Handlers<typeof dns>, "attach" | "detach" | "recordAssignment" | "undo" | "impact" | "changes">;

export function createAttachments(deps: NetworkDeps): Attachments {
  const { connections, journal } = deps;
  /** Serialises changes of one profile. */
  const withProfile = async <T>(
    named: string | undefined,
    profile: string,
    operation: (connection: NetworkConnection) => Promise<T>,
  ): Promise<T> => {
    pathId("profile", profile);
    return await runChange(deps, { named, part: "profiles", key: `profile ${profile}` }, operation);
  };
  const change = async (
    connection: NetworkConnection,
    id: string,
    { kind, after, operation }: Pick<ProfileChangeRequest, "kind" | "after" | "operation">,
    signal: AbortSignal,
  ): ReturnType<Attachments["attach"]> => {
    const profile = await readProfileNow(deps, connection, id, signal);
    if (profile.use.source === "service" && isSame(profile.use.assignment, after)) {
      return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
    }
    const before = await assignmentBefore(deps, connection, profile, after);
    return await changeProfile(deps, { connection, kind, profile, before, after, operation });
  };
  return {
    attach: async ({ connection: named, profile, dns: id }, { signal }) => {
      const after = { state: "uses", dns: checkedId(id) } as const;
      const operation = "attach-dns";
      return await withProfile(named, profile, (connection) =>
        change(connection, profile, { kind: "attached", after, operation }, signal),
      );
    },
    detach: async ({ connection: named, profile }, { signal }) => {
      const after = { state: "none" } as const;
      const operation = "detach-dns";
      return await withProfile(named, profile, (connection) =>
        change(connection, profile, { kind: "detached", after, operation }, signal),
      );
    },
    recordAssignment: async ({ connection: named, profile: id, dns: dnsId }, { signal }) => {
      const after: DnsAssignment = dnsId === undefined ? { state: "none" } : { state: "uses", dns: checkedId(dnsId) };
      return await withProfile(named, id, async (connection) => {
        const profile = await profileNow(deps, connection, id, signal);
        const row = await journal.record(connection.id, {
          resource: "profile-dns",
          action: "recorded",
          subject: id,
          name: profile.name,
          before: profile.use.assignment,
          request: { after },
        });
        return {
          outcome: "done",
          use: (await profileNow(deps, connection, id, signal)).use,
          change: await describe(deps, connection, row),
          message: codedText("dns-recorded"),
        };
      });
    },
    undo: async ({ connection: named, profile, change: expectedChange }, { signal }) =>
      await withProfile(named, profile, (connection) =>
        undo(deps, { connection, id: profile, expectedChange, signal }),
      ),
    impact: async (request, { signal }) => {
      const inventory = await loadInventory(deps, await connections.open(request.connection), signal);
      return request.action === "delete"
        ? impactOfDeletion(request.dns, inventory, inventory.uses)
        : impactOfProfile(request.profile, inventory, inventory.uses);
    },
    changes: async ({ connection: named, profile, before = Infinity, limit }) => {
      const all = await listAssignmentChanges(journal, (await connections.open(named)).id);
      const rows = all
        .toReversed()
        .filter((row) => (profile === undefined || row.profile === profile) && row.change < before)
        .slice(0, limit);
      return {
        changes: rows.map((row) => describeChange(row, all)),
        next: rows.length < limit ? undefined : rows.at(-1)?.change,
      };
    },
  };
}

/** A profile with its currently known assignment. */
interface ProfileNow {
  readonly id: string;
  readonly name: string | undefined;
  readonly use: DnsUse;
}

/**
 * Reads the profile from the service where it reports assignments. Throws `profile-unknown`, and when the service is
 * unreachable.
 */
async function readProfileNow(
  deps: NetworkDeps,
  connection: NetworkConnection,
  id: string,
  signal: AbortSignal,
): Promise<ProfileNow> {
  await readDetail(deps, connection, id, signal);
  return await profileNow(deps, connection, id, signal);
}

/** The profile from stored data; sends no request. */
async function profileNow(
  deps: NetworkDeps,
  connection: NetworkConnection,
  id: string,
  signal: AbortSignal,
): Promise<ProfileNow> {
  const { profiles, uses } = await loadInventory(deps, connection, signal);
  const name = profiles.find((one) => one.id === id)?.name;
  return { id, name, use: uses.get(id) ?? { assignment: { state: "unknown" } } };
}

interface ProfileChangeRequest {
  readonly connection: NetworkConnection;
  readonly kind: AssignmentAction;
  readonly profile: ProfileNow;
  readonly before: DnsAssignment;
  readonly after: Exclude<DnsAssignment, { readonly state: "unknown" }>;
  readonly undoOf?: number;
  readonly operation: ChangeNote["operation"];
}

/** Throws the rejection of the service, `profile-unknown`, or `dns-unknown`. */
async function changeProfile(deps: NetworkDeps, request: ProfileChangeRequest): Promise<DnsAnswer> {
  const { connection, kind, profile, before, after, undoOf } = request;
  let now: DnsAssignment | undefined;
  const read = async (): Promise<void> => {
    // If this fails, the known assignment stays, and the next reading checks it.
    now = await readProfileNow(deps, connection, profile.id, uncancelled()).then(
      ({ use }) => (use.source === "service" ? use.assignment : undefined),
      () => undefined,
    );
  };
  const result = await deps.journal
    .submit(assignmentSpecs[kind], connection, {
      subject: profile.id,
      name: profile.name,
      before,
      request: { after },
      undoOf,
      send: (change) => send(request, change),
      read,
    })
    .catch(async (error: unknown) => {
      throw await explained(deps, error, request);
    });
  const answer = async (outcome: "done" | "unknown", message: CodedText): Promise<DnsAnswer> => {
    const { use } = await profileNow(deps, connection, profile.id, uncancelled());
    return { outcome, use, message, change: await describe(deps, connection, result.change) };
  };
  if (result.outcome === "unknown") {
    return await answer("unknown", codedText("dns-change-unknown", { reason: result.reason }));
  }
  if (result.outcome === "recovered") {
    return await answer("done", joinTexts(doneText(request), codedText("change-recovered")));
  }
  // Accepted. An empty answer is verified by reading the assignment.
  if (result.response === undefined) await read();
  return await answer("done", now === undefined || isSame(now, after) ? doneText(request) : otherwise(now));
}

/** Without the caller's signal: a write must not be cancelled half-way. */
async function send(
  { connection: { api }, profile, before, after, operation }: ProfileChangeRequest,
  change: ChangeRef,
): Promise<JsonRecord | undefined> {
  const was = idOrNone(before);
  const options = {
    priority: "click" as const,
    note: {
      operation,
      change,
      target: { kind: "service profile", id: profile.id },
      before: was === undefined ? undefined : { dns: was },
      after: { dns: idOrNone(after) },
    },
  };
  if (after.state === "none") return await removeProfileDns(api, profile.id, options);
  return await setProfileDns(api, profile.id, requireNumericId("dns", Number(after.dns)), options);
}

/** A rejected attachment may be due to a missing configuration, which the list shows. */
async function explained(
  deps: NetworkDeps,
  error: unknown,
  { connection, profile, after }: ProfileChangeRequest,
): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  const { status } = error.details ?? {};
  if (isAbsent(error)) return await explainAbsent(deps, connection, profile.id, error);
  if (status !== 422 || after.state !== "uses") return error;
  const list = await readList(deps, "dns", connection, uncancelled()).catch(() => undefined);
  if (list !== undefined && list.gap === undefined && !list.items.some(({ id }) => id === after.dns)) {
    return new AppError("dns-unknown", codedText("dns-not-found", { dns: after.dns }), {
      details: { field: "dns" },
      cause: error,
    });
  }
  return error;
}

async function describe(
  { journal }: NetworkDeps,
  connection: NetworkConnection,
  row: Change,
): Promise<DnsChange | undefined> {
  const change = assignmentChangeOf(row);
  return change === undefined ? undefined : describeChange(change, await listAssignmentChanges(journal, connection.id));
}

/**
 * The assignment that an undo restores: when an answer was lost and this is the same change again, the assignment
 * before the first attempt.
 */
async function assignmentBefore(
  { journal }: NetworkDeps,
  connection: NetworkConnection,
  { id, use }: ProfileNow,
  after: DnsAssignment,
): Promise<DnsAssignment> {
  if (use.lost === undefined || !isSame(use.lost.requested, after)) return use.assignment;
  return newestLocalChange(await listAssignmentChanges(journal, connection.id), id)?.before ?? use.assignment;
}

function doneText({ profile: { id, name }, after, kind }: ProfileChangeRequest): CodedText {
  const profile = name === undefined ? id : `"${name}" (${id})`;
  if (after.state === "none") return codedText(kind === "undone" ? "dns-restored-none" : "dns-detached", { profile });
  return codedText(kind === "undone" ? "dns-restored" : "dns-attached", { profile, dns: after.dns });
}

function otherwise(now: DnsAssignment): CodedText {
  return now.state === "uses"
    ? codedText("dns-accepted-uses-other", { dns: now.dns })
    : codedText("dns-accepted-uses-none");
}

interface UndoRequest {
  readonly connection: NetworkConnection;
  readonly id: string;
  /** The change the caller saw. */
  readonly expectedChange: number | undefined;
  readonly signal: AbortSignal;
}

async function undo(deps: NetworkDeps, { connection, id, expectedChange, signal }: UndoRequest): Promise<DnsAnswer> {
  const newest = newestLocalChange(await listAssignmentChanges(deps.journal, connection.id), id);
  const isRepeated = newest?.kind === "undone" && newest.state === "unknown";
  if (newest === undefined || (newest.kind !== "attached" && newest.kind !== "detached" && !isRepeated)) {
    throw new AppError("nothing-to-undo", codedText("dns-nothing-to-undo", { profile: id }));
  }
  const restored = restoredBy(newest);
  if (restored === undefined || restored.state === "unknown") {
    throw new AppError("earlier-unknown", codedText("dns-earlier-unknown", { profile: id }));
  }
  const undone = isRepeated ? (newest.undoOf ?? newest.change) : newest.change;
  const profile = await readProfileNow(deps, connection, id, signal);
  if (
    (expectedChange !== undefined && expectedChange !== newest.change && expectedChange !== undone) ||
    hasMoved(profile, newest)
  ) {
    return { outcome: "moved", use: profile.use, message: codedText("dns-changed-since") };
  }
  if (profile.use.source === "service" && isSame(profile.use.assignment, restored)) {
    return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
  }
  if (restored.state === "uses") await assertConfigurationExists(deps, connection, restored.dns, signal);
  return await changeProfile(deps, {
    connection,
    kind: "undone",
    profile,
    before: profile.use.assignment,
    after: restored,
    undoOf: undone,
    operation: "restore-dns",
  });
}

/**
 * True when the service or an operator has since reported an assignment other than the possible results of the change.
 */
function hasMoved({ use }: ProfileNow, newest: AssignmentChange): boolean {
  if (use.assignment.state === "unknown") return false;
  const possible = newest.state === "unknown" ? [newest.after, newest.before] : [newest.after];
  return !possible.some((one) => isSame(use.assignment, one));
}

async function assertConfigurationExists(
  deps: NetworkDeps,
  connection: NetworkConnection,
  dns: string,
  signal: AbortSignal,
): Promise<void> {
  const list = await readList(deps, "dns", connection, signal);
  if (list === undefined || list.gap !== undefined || list.items.some(({ id }) => id === dns)) return;
  throw new AppError("dns-gone", codedText("dns-gone", { dns }));
}

/** The value for the audit: the id, or "none"; undefined where unknown. */
function idOrNone(assignment: DnsAssignment): string | undefined {
  return assignment.state === "uses" ? assignment.dns : assignment.state === "none" ? "none" : undefined;
}
