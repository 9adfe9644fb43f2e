/** Changes the DNS configuration of a profile through the journal. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { DnsAnswer, DnsChange } from "#shared/contract/network/dns.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import type { ChangeNote, ChangeRef } from "../../../core/api/change-note.ts";
import { requireNumericId } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { removeProfileDns, setProfileDns } from "../../../core/api/service-profiles.ts";
import { AppError } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { Change } from "../../../core/journal/change.ts";
import { idOrNone, isSame } from "./assignments.ts";
import type { DnsConnection, DnsDeps } from "./deps.ts";
import { describeChange } from "./describe-change.ts";
import {
  assignmentChangeOf,
  type AssignmentAction,
  assignmentSpecs,
  listAssignmentChanges,
  newestLocalChange,
} from "./dns-changes.ts";
import type { DnsRepository } from "./dns-repository.ts";

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
