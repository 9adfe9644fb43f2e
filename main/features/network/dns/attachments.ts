/** Contract handlers for the DNS configurations of profiles: attach, detach, record an assignment, undo, impact, changes. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { DnsAnswer, dns } from "#shared/contract/network/dns.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { ChangeRef } from "../../../core/api/caller.ts";
import { requireNumericId, requireRecordId } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { patchServiceProfile } from "../../../core/api/service-profiles.ts";
import type { Change } from "../../../core/journal/change.ts";
import {
  type NetworkContext,
  type NetworkDeps,
  openContext,
  readList,
  runProfileChange,
  uncancelled,
} from "../resource.ts";
import { explainAbsent, loadInventory, readDetail } from "../profiles/inventory.ts";
import { assignedId, isSame } from "../profiles/profile-changes.ts";
import { dnsUnknown } from "./configurations.ts";
import {
  type AssignmentAction,
  type AssignmentChange,
  assignmentChangeOf,
  assignmentSpecs,
  describeChange,
  listAssignmentChanges,
  newestLocalChange,
  restoredBy,
} from "./dns-changes.ts";
import { dnsUseOf, impactOfDeletion, impactOfProfile } from "./impact.ts";

type Attachments = Pick<Handlers<typeof dns>, "attach" | "detach" | "recordAssignment" | "undo" | "impact" | "changes">;

export function createAttachments(deps: NetworkDeps): Attachments {
  return {
    attach: async ({ connection, profile, dns: id }, { signal }) => {
      const after = { state: "uses", dns: requireRecordId("dns", id) } as const;
      return await runProfileChange(deps, { connection, signal, profile }, (context) =>
        change(context, profile, { kind: "attached", after }),
      );
    },
    detach: async ({ connection, profile }, { signal }) =>
      await runProfileChange(deps, { connection, signal, profile }, (context) =>
        change(context, profile, { kind: "detached", after: { state: "none" } }),
      ),
    recordAssignment: async ({ connection, profile, dns: dnsId }, { signal }) => {
      const after: DnsAssignment =
        dnsId === undefined ? { state: "none" } : { state: "uses", dns: requireRecordId("dns", dnsId) };
      return await runProfileChange(deps, { connection, signal, profile }, async (context) => {
        const { name, use } = await profileNow(context, profile);
        const row = await context.journal.record(context.connection.id, {
          resource: "profile-dns",
          action: "recorded",
          subject: profile,
          name,
          before: use.assignment,
          request: { after },
        });
        return await answerOf(context, row, { outcome: "done", message: codedText("dns-recorded") });
      });
    },
    undo: async ({ connection, profile, change: expectedChange }, { signal }) =>
      await runProfileChange(deps, { connection, signal, profile }, (context) =>
        undo(context, profile, expectedChange),
      ),
    impact: async ({ connection, ...request }, { signal }) => {
      const inventory = await loadInventory(await openContext(deps, { connection, signal }));
      return request.action === "delete"
        ? impactOfDeletion(request.dns, inventory)
        : impactOfProfile(request.profile, inventory);
    },
    changes: async ({ connection, profile, before = Infinity, limit }) => {
      const all = await listAssignmentChanges(deps.journal, (await deps.connections.open(connection)).id);
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

/** Attaches or detaches, unless the service reports that assignment already. */
async function change(
  context: NetworkContext,
  id: string,
  { kind, after }: Pick<ProfileChangeRequest, "kind" | "after">,
): Promise<DnsAnswer> {
  const profile = await readProfileNow(context, id);
  const { use } = profile;
  if (use.source === "service" && isSame(use.assignment, after)) {
    return { outcome: "unchanged", use, message: codedText("no-change-needed") };
  }
  // When an answer was lost and this is the same change again, an undo restores the assignment before the first attempt.
  const isRepeated = use.lost !== undefined && isSame(use.lost.requested, after);
  const first = isRepeated ? newestLocalChange(await listChanges(context), id) : undefined;
  return await changeProfile(context, { kind, profile, before: first?.before ?? use.assignment, after });
}

async function listChanges({ journal, connection }: NetworkContext): Promise<readonly AssignmentChange[]> {
  return await listAssignmentChanges(journal, connection.id);
}

/** A profile with its currently known assignment. */
interface ProfileNow {
  readonly id: string;
  readonly name: string | undefined;
  readonly use: DnsUse;
}

/** Reads the profile from the service where it reports assignments. Throws `profile-unknown`, and when the service is unreachable. */
async function readProfileNow(context: NetworkContext, id: string): Promise<ProfileNow> {
  await readDetail(context, id);
  return await profileNow(context, id);
}

/** The profile from stored data; sends no request. */
async function profileNow(context: NetworkContext, id: string): Promise<ProfileNow> {
  const inventory = await loadInventory(context);
  const name = inventory.profiles.find((one) => one.id === id)?.name;
  return { id, name, use: dnsUseOf(id, inventory) };
}

const operations = { attached: "attach-dns", detached: "detach-dns", undone: "restore-dns" } as const;

interface ProfileChangeRequest {
  readonly kind: AssignmentAction;
  readonly profile: ProfileNow;
  readonly before: DnsAssignment;
  readonly after: Exclude<DnsAssignment, { readonly state: "unknown" }>;
  readonly undoOf?: number;
}

/** Throws the rejection of the service, `profile-unknown`, or `dns-unknown`. */
async function changeProfile(context: NetworkContext, request: ProfileChangeRequest): Promise<DnsAnswer> {
  const { kind, profile, before, after, undoOf } = request;
  let now: DnsAssignment | undefined;
  const read = async (): Promise<void> => {
    // If this fails, the known assignment stays, and the next reading checks it.
    now = await readProfileNow(uncancelled(context), profile.id).then(
      ({ use }) => (use.source === "service" ? use.assignment : undefined),
      () => undefined,
    );
  };
  const result = await context.journal
    .submit(assignmentSpecs[kind], context.connection, {
      subject: profile.id,
      name: profile.name,
      before,
      request: { after },
      undoOf,
      send: (ref) => send(context, request, ref),
      read,
    })
    .catch(async (error: unknown) => {
      throw await explained(uncancelled(context), error, request);
    });
  const answer = (outcome: "done" | "unknown", message: CodedText): Promise<DnsAnswer> =>
    answerOf(uncancelled(context), result.change, { outcome, message });
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

async function answerOf(
  context: NetworkContext,
  row: Change,
  answer: Pick<DnsAnswer, "outcome" | "message">,
): Promise<DnsAnswer> {
  const { use } = await profileNow(context, row.subject ?? "");
  const assignmentChange = assignmentChangeOf(row);
  const described =
    assignmentChange === undefined ? undefined : describeChange(assignmentChange, await listChanges(context));
  return { ...answer, use, change: described };
}

/** Without the caller's signal: a write must not be cancelled half-way. */
async function send(
  { connection: { api } }: NetworkContext,
  { kind, profile, before, after }: ProfileChangeRequest,
  ref: ChangeRef,
): Promise<JsonRecord | undefined> {
  const was = assignedId(before);
  const options = {
    priority: "click" as const,
    note: {
      operation: operations[kind],
      change: ref,
      target: { kind: "service profile", id: profile.id },
      before: was === undefined ? undefined : { dns: was },
      after: { dns: assignedId(after) },
    },
  };
  const id = after.state === "none" ? undefined : requireNumericId("dns", Number(after.dns));
  return await patchServiceProfile(api, profile.id, { dns: { id } }, options);
}

/** A rejected attachment may be due to a missing configuration, which the list shows. */
async function explained(
  context: NetworkContext,
  error: unknown,
  { profile, after }: ProfileChangeRequest,
): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  const { status } = error.details ?? {};
  if (isAbsent(error)) return await explainAbsent(context, profile.id, error);
  if (status !== 422 || after.state !== "uses") return error;
  const list = await readList(context, "dns").catch(() => undefined);
  const isGone = list !== undefined && list.gap === undefined && !list.items.some(({ id }) => id === after.dns);
  return isGone ? dnsUnknown(after.dns, error) : error;
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

/** `expectedChange` is the change that the caller saw. */
async function undo(context: NetworkContext, id: string, expectedChange: number | undefined): Promise<DnsAnswer> {
  const newest = newestLocalChange(await listChanges(context), id);
  const isRepeated = newest?.kind === "undone" && newest.state === "unknown";
  if (newest === undefined || (newest.kind !== "attached" && newest.kind !== "detached" && !isRepeated)) {
    throw new AppError("nothing-to-undo", codedText("dns-nothing-to-undo", { profile: id }));
  }
  const restored = restoredBy(newest);
  if (restored === undefined || restored.state === "unknown") {
    throw new AppError("earlier-unknown", codedText("dns-earlier-unknown", { profile: id }));
  }
  const undone = isRepeated ? (newest.undoOf ?? newest.change) : newest.change;
  const profile = await readProfileNow(context, id);
  if (
    (expectedChange !== undefined && expectedChange !== newest.change && expectedChange !== undone) ||
    hasMoved(profile, newest)
  ) {
    return { outcome: "moved", use: profile.use, message: codedText("dns-changed-since") };
  }
  if (profile.use.source === "service" && isSame(profile.use.assignment, restored)) {
    return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
  }
  if (restored.state === "uses") await assertConfigurationExists(context, restored.dns);
  const before = profile.use.assignment;
  return await changeProfile(context, { kind: "undone", profile, before, after: restored, undoOf: undone });
}

/**
 * True when the service or an operator has since reported an assignment other than the possible results of the change.
 */
function hasMoved({ use }: ProfileNow, newest: AssignmentChange): boolean {
  if (use.assignment.state === "unknown") return false;
  const possible = newest.state === "unknown" ? [newest.after, newest.before] : [newest.after];
  return !possible.some((one) => isSame(use.assignment, one));
}

async function assertConfigurationExists(context: NetworkContext, dns: string): Promise<void> {
  const list = await readList(context, "dns");
  if (list === undefined || list.gap !== undefined || list.items.some(({ id }) => id === dns)) return;
  throw new AppError("dns-gone", codedText("dns-gone", { dns }));
}
