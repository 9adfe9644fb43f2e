/**
 * Creates a configuration: looks for an existing one, stores the change before sending, sends once, and resolves a lost
 * answer by the list.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { dns } from "#shared/contract/network/dns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { createDns } from "../../../core/api/dns.ts";
import { acceptedOf } from "../../../core/api/errors.ts";
import { describeMissingId, type ListAfterCreation } from "../../../core/api/lost-answer.ts";
import { toFailure } from "#shared/failure.ts";
import type { CheckedAddresses } from "./check-addresses.ts";
import { createdSince } from "./describe-write.ts";
import { type DnsRepository, hasAddresses } from "./dns-repository.ts";
import { type DnsConnection, type DnsDeps, workOfWrite } from "./deps.ts";
import type { DnsWriteRow } from "./queries.ts";

type Answer = Awaited<ReturnType<Handlers<typeof dns>["create"]>>;

interface CreateConfigurationRequest {
  readonly connection: DnsConnection;
  readonly checked: CheckedAddresses;
  readonly allowSame: boolean;
  readonly signal: AbortSignal;
}

export async function createConfiguration(
  { store, clock }: DnsDeps,
  repository: DnsRepository,
  { connection, checked, allowSame, signal }: CreateConfigurationRequest,
): Promise<Answer> {
  const { primary, secondary } = checked;
  const warnings = [...checked.warnings];
  const before = await repository.readList(connection, signal);
  const writes = await store.writes(connection.id);
  const sent = writes.findLast(
    (one) => isUnresolvedCreation(one) && one.primary_server === primary && one.secondary_server === secondary,
  );
  // Without a list, only configurations created here are known.
  const there = before?.items ?? createdSince(writes, undefined);
  const same = there.find(({ record }) => hasAddresses(record, primary, secondary));
  if (same !== undefined && !allowSame) {
    return { outcome: "exists", id: same.id, message: existsText(same.id, sent), warnings };
  }
  if (sent !== undefined && !allowSame) {
    return { outcome: "unsettled", message: codedText("dns-unconfirmed", { change: sent.change }), warnings };
  }
  // A new configuration can be identified later only by comparison with a complete list.
  const previousIds =
    before === undefined || before.gap !== undefined ? undefined : JSON.stringify(before.items.map(({ id }) => id));
  const at = clock.now();
  const change = await store.beginWrite({
    connection: connection.id,
    kind: "create",
    at,
    primary,
    secondary,
    previousIds,
  });
  const find = async (): Promise<string | undefined> => {
    if (before === undefined) return undefined;
    await repository.readList(connection, new AbortController().signal);
    const row = (await store.writes(connection.id)).find((one) => one.change === change);
    return row?.state === "done" ? (row.dns ?? undefined) : undefined;
  };
  let id: string | undefined;
  try {
    // Without the caller's signal: a write must not be cancelled half-way.
    const after = { primary, secondary };
    const note = { what: "create-dns" as const, after, work: workOfWrite(change) };
    id = (await createDns(connection.api, after, { priority: "click", note })).id;
  } catch (error) {
    if (acceptedOf(error) !== "unknown") {
      if (acceptedOf(error) === "no") await store.dropWrite(change);
      throw error;
    }
    await store.loseWrite(change, clock.now());
    // If this reading fails, the next one resolves the creation.
    const listedId = await find().catch(() => undefined);
    if (listedId === undefined) {
      const reason = toFailure(error).text;
      return { outcome: "unknown", message: codedText("dns-create-unknown", { reason, change }), warnings };
    }
    return {
      outcome: "created",
      id: listedId,
      message: codedText("dns-created-recovered", { dns: listedId }),
      warnings,
    };
  }
  // The configuration was created; a failed reading does not change that.
  if (id === undefined) await store.loseWrite(change, clock.now());
  else await store.resolveWrite(change, "done", { at: clock.now(), by: "answer", dns: id });
  let list: ListAfterCreation = before === undefined ? "none" : "without-it";
  const seen = await (id === undefined ? find() : repository.readList(connection, signal).then(() => id)).catch(() => {
    list = "unread";
    return id;
  });
  if (id === undefined) await store.resolveWrite(change, "done", { at: clock.now(), by: "answer", dns: seen });
  if (seen !== undefined) {
    return { outcome: "created", id: seen, message: codedText("dns-created", { dns: seen }), warnings };
  }
  const message = codedText("dns-created-without-id", { reason: describeMissingId(list) });
  return { outcome: "created", message, warnings };
}

/** Mentions an unconfirmed creation, which may add another configuration. */
function existsText(dns: string, sent: DnsWriteRow | undefined): CodedText {
  return sent === undefined
    ? codedText("dns-exists", { dns })
    : codedText("dns-exists-unconfirmed", { dns, change: sent.change });
}

function isUnresolvedCreation({ kind, state }: DnsWriteRow): boolean {
  return kind === "create" && state === "unknown";
}
