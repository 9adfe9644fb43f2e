/** One change of what a profile uses: written down first, sent once, and read where the answer was lost and the service tells. */
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import type { DnsAnswer, DnsChange } from "#contract/dns.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { DnsStand, DnsUse } from "#contract/network-words.ts";
import type { ChangeNote } from "../../api/change-note.ts";
import { acceptedOf } from "../../api/errors.ts";
import { requireNumericId } from "../../api/inputs.ts";
import { isAbsent } from "../../api/offered.ts";
import { removeProfileDns, setProfileDns } from "../../api/service-profiles.ts";
import { AppError, toFailure } from "../../failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { describeChange } from "./describe-change.ts";
import type { DnsDesk } from "./dns-desk.ts";
import { type DnsConnection, type DnsParts, workOfChange } from "./parts.ts";
import type { DnsChangeRow } from "./queries.ts";
import { idOrNone, isSame, standOf } from "./stands.ts";

/** What is known of a profile, just now. */
export interface ProfileNow {
  readonly id: string;
  readonly name: string | undefined;
  readonly use: DnsUse;
}

/** Asks the service for the profile, where it tells. Throws `profile-unknown`, and when it cannot be asked. */
export async function readProfileNow(
  { profiles }: DnsParts,
  desk: DnsDesk,
  connection: DnsConnection,
  id: string,
  signal: AbortSignal,
): Promise<ProfileNow> {
  await profiles.readDetail(connection, id, signal);
  return await profileNow(desk, connection, id, signal);
}

/** What is known without asking. */
export async function profileNow(
  desk: DnsDesk,
  connection: DnsConnection,
  id: string,
  signal: AbortSignal,
): Promise<ProfileNow> {
  const { survey, uses } = await desk.survey(connection, signal);
  const name = survey.profiles.find((one) => one.id === id)?.name;
  return { id, name, use: uses.get(id) ?? { stand: { state: "unknown" } } };
}

export interface WantedChange {
  readonly connection: DnsConnection;
  readonly kind: "attached" | "detached" | "undone";
  readonly profile: ProfileNow;
  readonly before: DnsStand;
  readonly after: Exclude<DnsStand, { readonly state: "unknown" }>;
  readonly undoOf?: number;
  readonly what: ChangeNote["what"];
}

/** Throws as the service refuses, `profile-unknown`, `dns-unknown`. */
export async function changeProfile(parts: DnsParts, desk: DnsDesk, wanted: WantedChange): Promise<DnsAnswer> {
  const { store, clock } = parts;
  const { connection, kind, profile, before, after, undoOf } = wanted;
  const change = await store.begin({
    connection: connection.id,
    kind,
    state: "unknown",
    at: clock.now(),
    profile: profile.id,
    profileName: profile.name,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    ...(undoOf === undefined ? {} : { undoOf }),
  });
  const answer = async (outcome: "done" | "unknown", message: CodedText): Promise<DnsAnswer> => {
    const { use } = await profileNow(desk, connection, profile.id, new AbortController().signal);
    const row = await store.change(change);
    return { outcome, use, message, ...(row === undefined ? {} : { change: await describe(parts, connection, row) }) };
  };
  let said: unknown;
  try {
    said = await send(wanted, workOfChange(change));
  } catch (error) {
    if (acceptedOf(error) === "unknown") {
      await store.lose(change, clock.now());
      const now = await lookAgain(parts, desk, wanted);
      const isDone = now !== undefined && isSame(now, after);
      if (isDone) {
        const proof = codedText("proved-as-wanted");
        await parts.tellSettled({ work: workOfChange(change), outcome: "done", proof });
        await store.settle(change, "done", { at: clock.now() });
      }
      return isDone
        ? await answer("done", joinTexts(doneText(wanted), codedText("change-recovered")))
        : await answer("unknown", codedText("dns-change-unknown", { reason: toFailure(error).text }));
    }
    await settleRefusal(parts, change, error);
    throw await explained(parts, desk, error, wanted);
  }
  await store.settle(change, "done", { at: clock.now() });
  // It was taken. An answer that says nothing is followed by a look at what stands.
  const now = said === undefined ? await lookAgain(parts, desk, wanted) : undefined;
  return await answer("done", now === undefined || isSame(now, after) ? doneText(wanted) : otherwise(now));
}

/** Without a signal: what is being written is not given up half-way. */
async function send(
  { connection: { api }, profile, before, after, what }: WantedChange,
  work: string,
): Promise<JsonRecord | undefined> {
  const was = idOrNone(before);
  const options = {
    priority: "click" as const,
    note: {
      what,
      work,
      target: { kind: "service profile", id: profile.id },
      ...(was === undefined ? {} : { before: { dns: was } }),
      after: { dns: idOrNone(after) },
    },
  };
  if (after.state === "none") return await removeProfileDns(api, profile.id, options);
  return await setProfileDns(api, profile.id, requireNumericId("dns", Number(after.dns)), options);
}

/** What the service, asked once more, tells that the profile uses; undefined where it does not tell, or cannot be asked now. */
async function lookAgain(
  parts: DnsParts,
  desk: DnsDesk,
  { connection, profile }: WantedChange,
): Promise<DnsStand | undefined> {
  try {
    const { use } = await readProfileNow(parts, desk, connection, profile.id, new AbortController().signal);
    return use.source === "service" ? use.stand : undefined;
  } catch {
    // It stays as it is known, and the next reading looks again.
    return undefined;
  }
}

/** What was refused stays among the changes; what was never sent does not. */
async function settleRefusal({ store, clock }: DnsParts, change: number, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || acceptedOf(error) !== "no") return;
  if (error.details?.["kind"] === "refused") {
    await store.settle(change, "refused", {
      at: clock.now(),
      code: error.code,
      message: encodeText(toFailure(error).text),
    });
  } else await store.drop(change);
}

/** A refused attachment may be about a configuration that is not there: the list says. */
async function explained(
  parts: DnsParts,
  desk: DnsDesk,
  error: unknown,
  { connection, profile, after }: WantedChange,
): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  const { status } = error.details ?? {};
  if (isAbsent(error)) return await parts.profiles.explainAbsent(connection, profile.id, error);
  if (status !== 422 || after.state !== "uses") return error;
  const found = await desk.readList(connection, new AbortController().signal).catch(() => undefined);
  if (found !== undefined && found.gap === undefined && !found.items.some(({ id }) => id === after.dns)) {
    return new AppError("dns-unknown", codedText("dns-not-found", { dns: after.dns }), {
      details: { field: "dns" },
      cause: error,
    });
  }
  return error;
}

export async function describe({ store }: DnsParts, connection: DnsConnection, row: DnsChangeRow): Promise<DnsChange> {
  return describeChange(row, await store.newestMade(connection.id, row.profile));
}

/** The stand to put back later: when an answer was lost, what was before that change, if this is the same one again. */
export async function standBefore(
  { store }: DnsParts,
  connection: DnsConnection,
  { id, use }: ProfileNow,
  after: DnsStand,
): Promise<DnsStand> {
  if (use.lost === undefined || !isSame(use.lost.wanted, after)) return use.stand;
  const lost = await store.newestMade(connection.id, id);
  return lost === undefined ? use.stand : standOf(lost.before);
}

function doneText({ profile: { id, name }, after, kind }: WantedChange): CodedText {
  const profile = name === undefined ? id : `"${name}" (${id})`;
  if (after.state === "none") return codedText(kind === "undone" ? "dns-restored-none" : "dns-detached", { profile });
  return codedText(kind === "undone" ? "dns-restored" : "dns-attached", { profile, dns: after.dns });
}

function otherwise(now: DnsStand): CodedText {
  return now.state === "uses"
    ? codedText("dns-accepted-uses-other", { dns: now.dns })
    : codedText("dns-accepted-uses-none");
}
