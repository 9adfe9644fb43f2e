/**
 * Validates the addresses and the id of a configuration before anything is sent: impossible name servers are rejected, unusual
 * ones get a warning. Pure.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Warning } from "#shared/contract/network/network-schemas.ts";
import { BlockList, isIP, isIPv4 } from "node:net";
import { invalidInput } from "../../../core/api/inputs.ts";

export interface CheckedAddresses {
  readonly primary: string;
  readonly secondary: string;
  readonly version: 4 | 6;
  readonly warnings: readonly Warning[];
}

type Field = "primary" | "secondary";
type AddressText =
  | "address-unspecified"
  | "address-multicast"
  | "address-broadcast"
  | "address-loopback"
  | "address-link-local"
  | "address-private"
  | "address-shared"
  | "address-reserved";

interface Kind {
  readonly code: string;
  readonly text: AddressText;
  readonly ranges: BlockList;
}

/** Ranges that no name server can use. */
const impossible: readonly Kind[] = [
  kind("unspecified", "address-unspecified", "0.0.0.0/8 ::/128"),
  kind("multicast", "address-multicast", "224.0.0.0/4 ff00::/8"),
  kind("broadcast", "address-broadcast", "255.255.255.255/32"),
];

/** Only the first matching range is reported. */
const odd: readonly Kind[] = [
  kind("loopback", "address-loopback", "127.0.0.0/8 ::1/128"),
  kind("link-local", "address-link-local", "169.254.0.0/16 fe80::/10"),
  kind("private", "address-private", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10"),
  kind("shared", "address-shared", "100.64.0.0/10"),
  kind("reserved", "address-reserved", "192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24"),
  kind("reserved", "address-reserved", "240.0.0.0/4 2001:db8::/32 100::/64"),
];

/** `ranges`: networks with their prefix lengths, separated by spaces. */
function kind(code: string, text: AddressText, ranges: string): Kind {
  const list = new BlockList();
  for (const range of ranges.split(" ")) {
    const [net = "", prefix] = range.split("/");
    list.addSubnet(net, Number(prefix), isIPv4(net) ? "ipv4" : "ipv6");
  }
  return { code, text, ranges: list };
}

/** Throws `invalid-input` with the field "primary" or "secondary". */
export function checkAddresses(addresses: Readonly<Record<Field, string>>): CheckedAddresses {
  const primary = readAddress("primary", addresses.primary);
  const secondary = readAddress("secondary", addresses.secondary);
  const version = isIP(primary) === 6 ? 6 : 4;
  if (isIP(secondary) !== version) {
    throw invalidInput("secondary", codedText("addresses-mixed-versions", { version }));
  }
  const warnings = [...oddities("primary", primary), ...oddities("secondary", secondary)];
  if (canonical(primary) === canonical(secondary)) {
    warnings.push({ field: "secondary", code: "same-twice", message: codedText("addresses-same") });
  }
  if (version === 6) {
    warnings.push({ field: "primary", code: "version-6", message: codedText("addresses-version-6") });
  }
  return { primary, secondary, version, warnings };
}

/** Canonical spelling of an address: IPv6 compressed, an IPv4 address inside IPv6 as IPv4. */
export function canonical(address: string): string {
  if (isIP(address) !== 6) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join(".");
}

function readAddress(field: Field, value: string): string {
  const address = value.trim();
  if (address === "") throw invalidInput(field, codedText(`dns-${field}-missing`));
  // A zone, as in fe80::1%eth0, is meaningful on one host only.
  if (isIP(address) === 0 || address.includes("%")) {
    throw invalidInput(field, codedText("address-no-ip", { address: address.slice(0, 60) }));
  }
  const kind = kindOf(address, impossible);
  if (kind !== undefined) throw invalidInput(field, codedText(kind.text, { address }));
  return address;
}

function oddities(field: Field, address: string): Warning[] {
  const kind = kindOf(address, odd);
  if (kind === undefined) return [];
  return [{ field, code: kind.code, message: codedText(kind.text, { address }) }];
}

function kindOf(address: string, kinds: readonly Kind[]): Kind | undefined {
  const plain = canonical(address);
  return kinds.find(({ ranges }) => ranges.check(plain, isIPv4(plain) ? "ipv4" : "ipv6"));
}

/** Returns the form the service accepts. Throws `invalid-input` with the field "dns". */
export function checkedId(id: string): string {
  const text = id.trim();
  if (text === "") throw invalidInput("dns", codedText("dns-id-missing"));
  if (!/^\d{1,15}$/.test(text)) throw invalidInput("dns", codedText("dns-id-no-number"));
  return String(Number(text));
}
