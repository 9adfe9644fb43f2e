/** Few words in every combination; tests rely on them, so they never change. */
import { mix, pick } from "./random.ts";
import { firstProfileId, firstTariffProfileId, hasSim, seededProfiles, tariffProfiles } from "./fixtures.ts";
import type { Particulars } from "./fixtures.ts";

const kinds = ["van", "meter", "pump", "vending", "Alarm", "van", "meter", "Kühlbox"] as const;
const tags: readonly (string | null)[] = [
  "north",
  "north,fridge",
  "south",
  "south,night",
  "east",
  "West",
  "west,fridge,pilot",
  "",
  null,
];
const profiles = seededProfiles.map((name, index) => ({ id: firstProfileId + index, name }));
const tariffs = tariffProfiles.map((name, index) => ({ id: firstTariffProfileId + index, name }));

export function createPlainFixtures(seed: number): Particulars {
  const kindOf = (slot: number): string => (slot === 16 ? "van" : pick(kinds, mix(seed, slot, 1)));
  return {
    name: (slot) => `${kindOf(slot)}-${String(slot + 1).padStart(5, "0")}`,
    tags: (slot) => pick(tags, mix(seed, slot, 2)),
    disabled: (slot) => mix(seed, slot, 3) % 33 === 0,
    simStatus: () => 1,
    // Every 60th assigned SIM is suspended although its endpoint is enabled, which is valid.
    simStatusInList: (slot) => (hasSim(slot) ? (mix(seed, slot, 21) % 60 === 0 ? 2 : 1) : 0),
    profile: (slot) => pick(profiles, mix(seed, slot, 8)),
    tariff: (slot) => pick(tariffs, mix(seed, slot, 9)),
  };
}
