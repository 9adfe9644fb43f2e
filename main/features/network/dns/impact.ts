/** Impact of a DNS change on profiles and endpoints, stated no more precisely than it is known. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { DnsUse, Impact, AffectedProfile } from "#shared/contract/network/network-schemas.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { MergedProfile, ProfileInventory } from "../profiles/inventory.ts";

type InventoryProfile = Pick<MergedProfile, "id" | "name" | "count" | "endpoints" | "usedCount">;

export interface Inventory extends Pick<ProfileInventory, "cache" | "isWhole" | "endpointCountOf" | "uses"> {
  readonly profiles: readonly InventoryProfile[];
}

/** Specification, "DNS configuration". */
const note = codedText("profile-impact-note");
const deletionNote = codedText("dns-delete-note");

/** Impact of deleting a configuration: the profiles that are known to use it. */
export function impactOfDeletion(dns: string, inventory: Inventory): Impact {
  const touched = usersOf(dns, inventory);
  const unknown = unknownProfiles(inventory);
  const { sentence: endpoints } = sum(touched, inventory);
  const usersText =
    touched.length === 0
      ? codedText("dns-delete-impact-none", { dns })
      : codedText("dns-delete-impact", { dns, count: touched.length, profiles: namesOf(touched), endpoints });
  const text = joinTexts(usersText, ...incompletenessReasons(unknown, inventory));
  return buildImpact(touched, inventory, unknown, text, deletionNote);
}

/** Impact of a change of one profile, whether the profile is known or not. */
export function impactOfProfile(id: string, inventory: Inventory): Impact {
  const profile = inventory.profiles.find((one) => one.id === id);
  const touched = affected(profile ?? { id, count: 0, endpoints: inventory.endpointCountOf(0) }, inventory);
  const text = codedText("profile-impact", { profile: namesOf([touched]), endpoints: touched.endpoints.sentence });
  const isUnknown = touched.use.assignment.state === "unknown";
  return buildImpact([touched], inventory, isUnknown ? 1 : 0, text, note);
}

export function usersOf(dns: string, inventory: Inventory): AffectedProfile[] {
  return inventory.profiles
    .map((profile) => affected(profile, inventory))
    .filter(({ use: { assignment } }) => assignment.state === "uses" && assignment.dns === dns);
}

/** Profiles to which the configuration was attached with a lost answer. */
export function perhapsUsersOf(dns: string, inventory: Inventory): AffectedProfile[] {
  return inventory.profiles
    .map((profile) => affected(profile, inventory))
    .filter(({ use: { lost } }) => lost?.requested.state === "uses" && lost.requested.dns === dns);
}

/** The DNS configuration of a profile; unknown where no source has it. */
export function dnsUseOf(id: string, { uses }: Pick<Inventory, "uses">): DnsUse {
  return uses.get(id) ?? { assignment: { state: "unknown" } };
}

export function unknownProfiles(inventory: Inventory): number {
  return inventory.profiles.filter(({ id }) => dnsUseOf(id, inventory).assignment.state === "unknown").length;
}

/** Example: "Trackers" (901) and "Meters" (902). */
export function namesOf(profiles: readonly Pick<AffectedProfile, "id" | "name">[]): string {
  const names = profiles.map(({ id, name }) => (name === undefined ? id : `"${name}" (${id})`));
  return new Intl.ListFormat("en-GB").format(names);
}

/** Why a list of users may be incomplete. */
export function incompletenessReasons(unknown: number, { isWhole }: Pick<Inventory, "isWhole">): CodedText[] {
  return [
    ...(unknown === 0 ? [] : [codedText("other-profiles-unknown", { count: unknown })]),
    ...(isWhole ? [] : [codedText("profiles-may-be-missing")]),
  ];
}

function buildImpact(
  touched: readonly AffectedProfile[],
  inventory: Inventory,
  unknown: number,
  sentence: CodedText,
  operation: CodedText,
): Impact {
  return {
    profiles: [...touched],
    unknownProfiles: unknown,
    hasAllProfiles: inventory.isWhole,
    endpoints: sum(touched, inventory),
    cache: inventory.cache,
    sentence,
    note: operation,
  };
}

function sum(touched: readonly AffectedProfile[], inventory: Inventory): Impact["endpoints"] {
  const ids = new Set(touched.map(({ id }) => id));
  const counts = inventory.profiles.filter(({ id }) => ids.has(id)).map(({ count }) => count);
  return inventory.endpointCountOf(counts.reduce((total, count) => total + count, 0));
}

function affected({ id, name, endpoints, usedCount }: InventoryProfile, inventory: Inventory): AffectedProfile {
  return { id, name, use: dnsUseOf(id, inventory), endpoints, usedCount };
}
