/**
 * Labels of the network page: servers of a profile and their origin, and outcomes of changes. Part of the first bundle, so texts are read
 * when they are shown.
 */
import { t } from "#shared/texts/text.ts";
import type { DnsChange, DnsConfiguration, DnsList } from "#shared/contract/network/dns.ts";
import type { DnsAssignment, DnsUse, Provenance } from "#shared/contract/network/network-schemas.ts";
import type { CallbackAssignment, CallbackUse, Profile, ProfileList } from "#shared/contract/network/profiles.ts";
import type { CallbackList } from "#shared/contract/network/streams.ts";
import type { StatusTone } from "../../lib/records.ts";

/** Both addresses, or the id if the service did not report them. */
export function addressesOf({ id, primary, secondary }: Omit<DnsConfiguration, "users">): string {
  const addresses = [primary, secondary].filter((address) => address !== undefined);
  return addresses.length === 0 ? t(($) => $.network.dns.configuration, { dns: id }) : addresses.join(", ");
}

/** "9001 (10.0.0.1, 10.0.0.2)"; the addresses only if the list has them. */
export function dnsLabel(assignment: DnsAssignment, configurations: readonly DnsConfiguration[]): string {
  switch (assignment.state) {
    case "none":
      return t(($) => $.common.none);
    case "unknown":
      return t(($) => $.common.unknown);
    case "uses": {
      const configuration = configurations.find(({ id }) => id === assignment.dns);
      const hasAddresses = configuration?.primary !== undefined || configuration?.secondary !== undefined;
      return hasAddresses
        ? t(($) => $.network.dns.withAddresses, { addresses: addressesOf(configuration), dns: assignment.dns })
        : t(($) => $.network.dns.configuration, { dns: assignment.dns });
    }
  }
}

export function callbackLabel(assignment: CallbackAssignment): string {
  switch (assignment.state) {
    case "none":
      return t(($) => $.common.none);
    case "unknown":
      return t(($) => $.common.unknown);
    case "uses":
      return assignment.url === undefined
        ? t(($) => $.network.callback.callback, { callback: assignment.callback })
        : t(($) => $.network.callback.withUrl, { url: assignment.url, callback: assignment.callback });
  }
}

/** The tone "unknown" is only used for a change with an unknown outcome, not for what was not read. */
export function useTone({ assignment, lost }: DnsUse | CallbackUse): StatusTone {
  if (assignment.state === "uses") return "good";
  return lost === undefined ? "neutral" : "unknown";
}

export function dataSourceText(from: Provenance): string {
  switch (from) {
    case "service":
      return t(($) => $.network.source.service);
    case "endpoints":
      return t(($) => $.network.source.endpoints);
    case "this-computer":
      return t(($) => $.network.source.thisComputer);
    case "person":
      return t(($) => $.network.source.person);
  }
}

export function profileTitle({ id, name }: Pick<Profile, "id" | "name">): string {
  return name ?? t(($) => $.network.profile.title, { profile: id });
}

/** A creation or deletion, with a description of what was sent. */
export function withDnsSent<T extends DnsList["unresolved"][number]>(sent: T): T & { readonly summary: string } {
  const { kind, dns = "", primary = "", secondary = "" } = sent;
  const summary =
    kind === "delete"
      ? t(($) => $.network.sent.deleteDns, { dns })
      : t(($) => $.network.sent.createDns, { primary, secondary });
  return { ...sent, summary };
}

/** The same for the deletion of a callback. */
export function withCallbackSent<T extends CallbackList["unresolved"][number]>(
  sent: T,
): T & { readonly summary: string } {
  const { callback, url = callback } = sent;
  return { ...sent, summary: t(($) => $.network.sent.deleteCallback, { callback: url }) };
}

/** The same for the creation of a profile. */
export function withProfileSent<T extends ProfileList["unresolved"][number]>(
  sent: T,
): T & { readonly summary: string } {
  const { name, description, dns, callback } = sent;
  const summary = [
    t(($) => $.network.sent.createProfile, { name }),
    ...(description === undefined ? [] : [description]),
    ...(dns === undefined ? [] : [t(($) => $.network.sent.withDns, { dns })]),
    ...(callback === undefined ? [] : [t(($) => $.network.sent.withCallback, { callback })]),
  ];
  return { ...sent, summary: summary.join(", ") };
}

function dnsChangeLabel(kind: DnsChange["kind"]): string {
  switch (kind) {
    case "attached":
      return t(($) => $.network.dns.attached);
    case "detached":
      return t(($) => $.network.dns.detached);
    case "undone":
      return t(($) => $.network.dns.undoing);
    case "created":
      return t(($) => $.network.dns.createdWithProfile);
    case "recorded":
      return t(($) => $.network.dns.enteredManually);
  }
}

export function dnsChangeStatus(change: DnsChange): {
  readonly title: string;
  readonly tone: StatusTone;
  readonly state: string;
} {
  const title = dnsChangeLabel(change.kind);
  switch (change.state) {
    case "done":
      return {
        title,
        tone: "good",
        state: change.undoneBy === undefined ? t(($) => $.network.dns.done) : t(($) => $.network.dns.undone),
      };
    case "unknown":
      return { title, tone: "unknown", state: t(($) => $.common.outcomeUnknown) };
    case "refused":
      return { title, tone: "bad", state: t(($) => $.network.dns.rejected) };
    case "not-applied":
      return { title, tone: "neutral", state: t(($) => $.network.dns.notApplied) };
  }
}
