/** Creates a configuration through the journal, unless there is one with its addresses. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { dns } from "#shared/contract/network/dns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { createDns } from "../../../core/api/dns.ts";
import { describeMissingId } from "../../../core/api/write-answer.ts";
import { type Change, isUnresolved } from "../../../core/journal/change.ts";
import type { CheckedAddresses } from "./check-addresses.ts";
import type { DnsConnection, DnsDeps } from "./deps.ts";
import { createdSince } from "./describe-write.ts";
import { addressesSent, createDnsSpec, hasAddresses } from "./dns-changes.ts";
import type { DnsRepository } from "./dns-repository.ts";

type Answer = Awaited<ReturnType<Handlers<typeof dns>["create"]>>;

interface CreateConfigurationRequest {
  readonly connection: DnsConnection;
  readonly checked: CheckedAddresses;
  readonly allowSame: boolean;
  readonly signal: AbortSignal;
}

export async function createConfiguration(
  { journal }: DnsDeps,
  repository: DnsRepository,
  { connection, checked, allowSame, signal }: CreateConfigurationRequest,
): Promise<Answer> {
  const { primary, secondary } = checked;
  const warnings = [...checked.warnings];
  const before = await repository.readList(connection, signal);
  const writes = await journal.list(connection.id, ["dns"]);
  const sent = writes.findLast((one) => {
    const addresses = addressesSent(one);
    const isSame = addresses.primary === primary && addresses.secondary === secondary;
    return one.action === "create" && isUnresolved(one) && isSame;
  });
  // Without a list, only configurations created here are known.
  const there = before?.items ?? createdSince(writes, undefined);
  const same = there.find(({ record }) => hasAddresses(record, checked));
  if (same !== undefined && !allowSame) {
    return { outcome: "exists", id: same.id, message: existsText(same.id, sent), warnings };
  }
  if (sent !== undefined && !allowSame) {
    return { outcome: "unsettled", message: codedText("dns-unconfirmed", { change: sent.change }), warnings };
  }
  const read = (): Promise<unknown> => repository.readList(connection, new AbortController().signal);
  const request = { primary, secondary };
  const result = await journal.submit(createDnsSpec, connection, {
    request,
    // A new configuration can be identified later only by comparison with a complete list.
    previousIds: before === undefined || before.gap !== undefined ? undefined : before.items.map(({ id }) => id),
    send: (change) =>
      createDns(connection.api, request, {
        priority: "click",
        note: { operation: "create-dns", after: request, change },
      }),
    createdId: ({ id }) => id,
    read: before === undefined ? undefined : read,
  });
  if (result.outcome === "unknown") {
    const { change } = result.change;
    const message = codedText("dns-create-unknown", { reason: result.reason, change });
    return { outcome: "unknown", message, warnings };
  }
  const { subject: id } = result.change;
  if (id === undefined) {
    const list = result.outcome === "applied" ? result.list : "none";
    return {
      outcome: "created",
      message: codedText("dns-created-without-id", { reason: describeMissingId(list) }),
      warnings,
    };
  }
  if (result.outcome === "recovered") {
    return { outcome: "created", id, message: codedText("dns-created-recovered", { dns: id }), warnings };
  }
  // The configuration was created; a failed reading does not change that.
  if (result.response.id !== undefined) await read().catch(() => undefined);
  return { outcome: "created", id, message: codedText("dns-created", { dns: id }), warnings };
}

/** Mentions an unconfirmed creation, which may add another configuration. */
function existsText(dns: string, sent: Change | undefined): CodedText {
  return sent === undefined
    ? codedText("dns-exists", { dns })
    : codedText("dns-exists-unconfirmed", { dns, change: sent.change });
}
