/** What the network page says: which servers a profile uses, where that is known from, what came of a change. */
import type { DnsChange, DnsConfiguration, UnsettledDns } from "#contract/dns.ts";
import type { DnsStand, DnsUse, KnownFrom } from "#contract/network-words.ts";
import type { CallbackStand, CallbackUse, Profile, UnsettledProfile } from "#contract/profiles.ts";
import type { StatusTone } from "../../lib/records.ts";

/** Both addresses, or its id where the service told none. */
export function addressesOf({ id, primary, secondary }: Omit<DnsConfiguration, "users">): string {
  const told = [primary, secondary].filter((address) => address !== undefined);
  return told.length === 0 ? `configuration ${id}` : told.join(", ");
}

/** "9001 (10.0.0.1, 10.0.0.2)"; the addresses only where the list has them. */
export function dnsWords(stand: DnsStand, known: readonly DnsConfiguration[]): string {
  switch (stand.state) {
    case "none":
      return "none of its own";
    case "unknown":
      return "unknown";
    case "uses": {
      const found = known.find(({ id }) => id === stand.dns);
      const isTold = found?.primary !== undefined || found?.secondary !== undefined;
      return isTold ? `${addressesOf(found)} (${stand.dns})` : `configuration ${stand.dns}`;
    }
  }
}

export function callbackWords(stand: CallbackStand): string {
  switch (stand.state) {
    case "none":
      return "nowhere";
    case "unknown":
      return "unknown";
    case "uses":
      return stand.url === undefined ? `callback ${stand.callback}` : `${stand.url} (${stand.callback})`;
  }
}

/** Violet only where nobody knows. */
export function useTone({ stand }: DnsUse | CallbackUse): StatusTone {
  switch (stand.state) {
    case "unknown":
      return "unknown";
    case "none":
      return "neutral";
    case "uses":
      return "good";
  }
}

export function fromWords(from: KnownFrom): string {
  switch (from) {
    case "service":
      return "told by the service";
    case "endpoints":
      return "seen in the copy of endpoints";
    case "this-computer":
      return "known from this computer";
    case "person":
      return "said by a person";
  }
}

export function profileTitle({ id, name }: Pick<Profile, "id" | "name">): string {
  return name ?? `Profile ${id}`;
}

/** A creation or deletion, with what was sent in words. */
export function withDnsSent<T extends UnsettledDns>(sent: T): T & { readonly what: string } {
  const { kind, dns = "", primary = "", secondary = "" } = sent;
  return { ...sent, what: kind === "delete" ? `delete configuration ${dns}` : `create ${primary}, ${secondary}` };
}

/** The same of a profile's creation. */
export function withProfileSent<T extends UnsettledProfile>(sent: T): T & { readonly what: string } {
  const { name, description, dns, callback } = sent;
  const what = [
    `create "${name}"`,
    ...(description === undefined ? [] : [description]),
    ...(dns === undefined ? [] : [`DNS configuration ${dns}`]),
    ...(callback === undefined ? [] : [`callback ${callback}`]),
  ];
  return { ...sent, what: what.join(", ") };
}

const kindWords: Readonly<Record<DnsChange["kind"], string>> = {
  attached: "Attached",
  detached: "Detached",
  undone: "Put back",
  created: "Created with it",
  told: "Said by a person",
};

export function changeWords(change: DnsChange): {
  readonly title: string;
  readonly tone: StatusTone;
  readonly state: string;
} {
  const title = kindWords[change.kind];
  switch (change.state) {
    case "done":
      return { title, tone: "good", state: change.undoneBy === undefined ? "done" : "put back since" };
    case "unknown":
      return { title, tone: "unknown", state: "answer lost" };
    case "refused":
      return { title, tone: "bad", state: "refused" };
    case "not-applied":
      return { title, tone: "neutral", state: "did not happen" };
  }
}

const switchNames: Readonly<Record<keyof Profile["switches"], string>> = {
  allowed_3g: "3G",
  allowed_4g: "4G",
  allowed_nb_iot: "NB-IoT",
  apply_data_quota: "Data quota enforced",
  apply_sms_quota: "SMS quota enforced",
  retail: "Retail",
  sms_p2p_int: "SMS to endpoints of the organisation",
  sms_p2p_ext: "SMS to other endpoints",
  nipdp: "Non-IP data",
};

/** Every switch with its words, in one order everywhere. */
export const profileSwitches = Object.entries(switchNames) as readonly (readonly [keyof Profile["switches"], string])[];
