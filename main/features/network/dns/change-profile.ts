/**
 * Changes the DNS configuration of a profile: stored before the request is sent, sent once, and resolved by reading
 * where the answer was lost and the service reports the assignment.
 */
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import type { DnsAnswer, DnsChange } from "#shared/contract/network/dns.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import type { ChangeNote } from "../../../core/api/change-note.ts";
import { acceptedOf } from "../../../core/api/errors.ts";
import { requireNumericId } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { removeProfileDns, setProfileDns } from "../../../core/api/service-profiles.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { describeChange } from "./describe-change.ts";
import type { DnsRepository } from "./dns-repository.ts";
import { type DnsConnection, type DnsDeps, workOfChange } from "./deps.ts";
import type { DnsChangeRow } from "./queries.ts";
import { idOrNone, isSame, parseAssignment } from "./assignments.ts";

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
  readonly kind: "attached" | "detached" | "undone";
  readonly profile: ProfileNow;
  readonly before: DnsAssignment;
  readonly after: Exclude<DnsAssignment, { readonly state: "unknown" }>;
  readonly undoOf?: number;
  readonly what: ChangeNote["what"];
}

/** Throws the rejection of the service, `profile-unknown`, or `dns-unknown`. */
export async function changeProfile(
  deps: DnsDeps,
  repository: DnsRepository,
  request: ProfileChangeRequest,
): Promise<DnsAnswer> {
  const { store, clock } = deps;
  const { connection, kind, profile, before, after, undoOf } = request;
  const change = await store.begin({
    connection: connection.id,
    kind,
    state: "unknown",
    at: clock.now(),
    profile: profile.id,
    profileName: profile.name,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    undoOf,
  });
  const answer = async (outcome: "done" | "unknown", message: CodedText): Promise<DnsAnswer> => {
    const { use } = await profileNow(repository, connection, profile.id, new AbortController().signal);
    const row = await store.change(change);
    return { outcome, use, message, change: row === undefined ? undefined : await describe(deps, connection, row) };
  };
  let response: unknown;
  try {
    response = await send(request, workOfChange(change));
  } catch (error) {
    if (acceptedOf(error) === "unknown") {
      await store.lose(change, clock.now());
      const now = await readAgain(deps, repository, request);
      const isDone = now !== undefined && isSame(now, after);
      if (isDone) {
        const proof = codedText("proved-as-requested");
        await deps.recordResolution({ work: workOfChange(change), outcome: "done", proof });
        await store.resolveChange(change, "done", { at: clock.now() });
      }
      return isDone
        ? await answer("done", joinTexts(doneText(request), codedText("change-recovered")))
        : await answer("unknown", codedText("dns-change-unknown", { reason: toFailure(error).text }));
    }
    await recordRejection(deps, change, error);
    throw await explained(deps, repository, error, request);
  }
  await store.resolveChange(change, "done", { at: clock.now() });
  // Accepted. An empty answer is verified by reading the assignment.
  const now = response === undefined ? await readAgain(deps, repository, request) : undefined;
  return await answer("done", now === undefined || isSame(now, after) ? doneText(request) : otherwise(now));
}

/** Without the caller's signal: a write must not be cancelled half-way. */
async function send(
  { connection: { api }, profile, before, after, what }: ProfileChangeRequest,
  work: string,
): Promise<JsonRecord | undefined> {
  const was = idOrNone(before);
  const options = {
    priority: "click" as const,
    note: {
      what,
      work,
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

/** A rejected change stays in the history; a change that was never sent is removed. */
async function recordRejection({ store, clock }: DnsDeps, change: number, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || acceptedOf(error) !== "no") return;
  if (error.details?.["kind"] === "refused") {
    await store.resolveChange(change, "refused", {
      at: clock.now(),
      code: error.code,
      message: encodeText(toFailure(error).text),
    });
  } else await store.drop(change);
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

export async function describe({ store }: DnsDeps, connection: DnsConnection, row: DnsChangeRow): Promise<DnsChange> {
  return describeChange(row, await store.newestLocalChange(connection.id, row.profile));
}

/**
 * The assignment that an undo restores: when an answer was lost and this is the same change again, the assignment
 * before the first attempt.
 */
export async function assignmentBefore(
  { store }: DnsDeps,
  connection: DnsConnection,
  { id, use }: ProfileNow,
  after: DnsAssignment,
): Promise<DnsAssignment> {
  if (use.lost === undefined || !isSame(use.lost.requested, after)) return use.assignment;
  const lost = await store.newestLocalChange(connection.id, id);
  return lost === undefined ? use.assignment : parseAssignment(lost.before);
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
