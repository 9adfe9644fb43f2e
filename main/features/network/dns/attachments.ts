/** Contract handlers for the DNS configuration of a profile: attach, detach, record an assignment, undo. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { DnsAnswer, DnsChange, dns } from "#shared/contract/network/dns.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { pathId, requireNumericId } from "../../../core/api/inputs.ts";
import type { ChangeNote, ChangeRef } from "../../../core/api/change-note.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { removeProfileDns, setProfileDns } from "../../../core/api/service-profiles.ts";
import type { Change } from "../../../core/journal/change.ts";
import type { DnsRepository } from "./dns-repository.ts";
import { checkedId } from "./addresses.ts";
import type { DnsConnection, DnsDeps } from "./deps.ts";
import {
  type AssignmentAction,
  type AssignmentChange,
  assignmentChangeOf,
  assignmentSpecs,
  describeChange,
  idOrNone,
  isSame,
  isUndoable,
  listAssignmentChanges,
  newestLocalChange,
} from "./dns-changes.ts";

type Attachments = Pick<Handlers<typeof dns>, "attach" | "detach" | "recordAssignment" | "undo">;

export function createAttachments(deps: DnsDeps, repository: DnsRepository): Attachments {
  const { connections, journal, onChanged } = deps;
  /** Serialises changes of one profile. */
  const withProfile = async <T>(
    named: string | undefined,
    profile: string,
    work: (connection: DnsConnection) => Promise<T>,
  ): Promise<T> => {
    pathId("profile", profile);
    const connection = await connections.open(named);
    return await journal.exclusive(connection, `profile ${profile}`, async () => {
      try {
        return await work(connection);
      } finally {
        onChanged(connection.name);
      }
    });
  };
  const change = async (
    connection: DnsConnection,
    id: string,
    { kind, after, operation }: Pick<ProfileChangeRequest, "kind" | "after" | "operation">,
    signal: AbortSignal,
  ): ReturnType<Attachments["attach"]> => {
    const profile = await readProfileNow(deps, repository, connection, id, signal);
    if (profile.use.source === "service" && isSame(profile.use.assignment, after)) {
      return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
    }
    const before = await assignmentBefore(deps, connection, profile, after);
    return await changeProfile(deps, repository, { connection, kind, profile, before, after, operation });
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
        const profile = await profileNow(repository, connection, id, signal);
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
          use: (await profileNow(repository, connection, id, signal)).use,
          change: await describe(deps, connection, row),
          message: codedText("dns-recorded"),
        };
      });
    },
    undo: async ({ connection: named, profile, change: expectedChange }, { signal }) =>
      await withProfile(named, profile, (connection) =>
        undo(deps, repository, { connection, id: profile, expectedChange, signal }),
      ),
  };
}

/** A profile with its currently known assignment. */
export interface ProfileNow {
  readonly id: string;
  readonly name: string | undefined;
  readonly use: DnsUse;
}

/**
 * Reads the profile from the service where it reports assignments. Throws `profile-unknown`, and when the service is
 * unreachable.
 */
export async function readProfileNow(
  { profiles }: DnsDeps,
  repository: DnsRepository,
  connection: DnsConnection,
  id: string,
  signal: AbortSignal,
): Promise<ProfileNow> {
  await profiles.readDetail(connection, id, signal);
  return await profileNow(repository, connection, id, signal);
}

/** The profile from stored data; sends no request. */
export async function profileNow(
  repository: DnsRepository,
  connection: DnsConnection,
  id: string,
  signal: AbortSignal,
): Promise<ProfileNow> {
  const { inventory, uses } = await repository.loadInventory(connection, signal);
  const name = inventory.profiles.find((one) => one.id === id)?.name;
  return { id, name, use: uses.get(id) ?? { assignment: { state: "unknown" } } };
}

export interface ProfileChangeRequest {
  readonly connection: DnsConnection;
  readonly kind: AssignmentAction;
  readonly profile: ProfileNow;
  readonly before: DnsAssignment;
  readonly after: Exclude<DnsAssignment, { readonly state: "unknown" }>;
  readonly undoOf?: number;
  readonly operation: ChangeNote["operation"];
}

/** Throws the rejection of the service, `profile-unknown`, or `dns-unknown`. */
export async function changeProfile(
  deps: DnsDeps,
  repository: DnsRepository,
  request: ProfileChangeRequest,
): Promise<DnsAnswer> {
  const { journal } = deps;
  const { connection, kind, profile, before, after, undoOf } = request;
  let now: DnsAssignment | undefined;
  const read = async (): Promise<void> => {
    now = await readAgain(deps, repository, request);
  };
  const result = await journal
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
      throw await explained(deps, repository, error, request);
    });
  const answer = async (outcome: "done" | "unknown", message: CodedText): Promise<DnsAnswer> => {
    const { use } = await profileNow(repository, connection, profile.id, new AbortController().signal);
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

/** Reads the assignment of the profile again; undefined where the service does not report it or is unreachable. */
async function readAgain(
  deps: DnsDeps,
  repository: DnsRepository,
  { connection, profile }: ProfileChangeRequest,
): Promise<DnsAssignment | undefined> {
  try {
    const { use } = await readProfileNow(deps, repository, connection, profile.id, new AbortController().signal);
    return use.source === "service" ? use.assignment : undefined;
  } catch {
    // The known assignment stays; the next reading checks it.
    return undefined;
  }
}

/** A rejected attachment may be due to a missing configuration, which the list shows. */
async function explained(
  deps: DnsDeps,
  repository: DnsRepository,
  error: unknown,
  { connection, profile, after }: ProfileChangeRequest,
): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  const { status } = error.details ?? {};
  if (isAbsent(error)) return await deps.profiles.explainAbsent(connection, profile.id, error);
  if (status !== 422 || after.state !== "uses") return error;
  const list = await repository.readList(connection, new AbortController().signal).catch(() => undefined);
  if (list !== undefined && list.gap === undefined && !list.items.some(({ id }) => id === after.dns)) {
    return new AppError("dns-unknown", codedText("dns-not-found", { dns: after.dns }), {
      details: { field: "dns" },
      cause: error,
    });
  }
  return error;
}

export async function describe(
  { journal }: DnsDeps,
  connection: DnsConnection,
  row: Change,
): Promise<DnsChange | undefined> {
  const change = assignmentChangeOf(row);
  return change === undefined ? undefined : describeChange(change, await listAssignmentChanges(journal, connection.id));
}

/**
 * The assignment that an undo restores: when an answer was lost and this is the same change again, the assignment
 * before the first attempt.
 */
export async function assignmentBefore(
  { journal }: DnsDeps,
  connection: DnsConnection,
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
  readonly connection: DnsConnection;
  readonly id: string;
  /** The change the caller saw. */
  readonly expectedChange: number | undefined;
  readonly signal: AbortSignal;
}

export async function undo(
  deps: DnsDeps,
  repository: DnsRepository,
  { connection, id, expectedChange, signal }: UndoRequest,
): Promise<DnsAnswer> {
  const newest = newestLocalChange(await listAssignmentChanges(deps.journal, connection.id), id);
  const isRepeated = newest?.kind === "undone" && newest.state === "unknown";
  if (newest === undefined || (newest.kind !== "attached" && newest.kind !== "detached" && !isRepeated)) {
    throw new AppError("nothing-to-undo", codedText("dns-nothing-to-undo", { profile: id }));
  }
  const before = isRepeated ? newest.after : newest.before;
  const undone = isRepeated ? (newest.undoOf ?? newest.change) : newest.change;
  if (!isUndoable(newest) || before.state === "unknown") {
    throw new AppError("earlier-unknown", codedText("dns-earlier-unknown", { profile: id }));
  }
  const profile = await readProfileNow(deps, repository, connection, id, signal);
  if (
    (expectedChange !== undefined && expectedChange !== newest.change && expectedChange !== undone) ||
    hasMoved(profile, newest)
  ) {
    return { outcome: "moved", use: profile.use, message: codedText("dns-changed-since") };
  }
  if (profile.use.source === "service" && isSame(profile.use.assignment, before)) {
    return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
  }
  if (before.state === "uses") await assertConfigurationExists(repository, connection, before.dns, signal);
  return await changeProfile(deps, repository, {
    connection,
    kind: "undone",
    profile,
    before: profile.use.assignment,
    after: before,
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
  repository: DnsRepository,
  connection: DnsConnection,
  dns: string,
  signal: AbortSignal,
): Promise<void> {
  const list = await repository.readList(connection, signal);
  if (list === undefined || list.gap !== undefined || list.items.some(({ id }) => id === dns)) return;
  throw new AppError("dns-gone", codedText("dns-gone", { dns }));
}
