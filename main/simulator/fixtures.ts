/** The properties of each seeded endpoint; implemented in `plain-fixtures.ts` and `realistic-fixtures.ts`. */

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Every value depends on the seed and the slot alone. */
export interface Fixtures {
  name(slot: number): string;
  tags(slot: number): string | null;
  disabled(slot: number): boolean;
  /** Status of the SIM in the endpoint record; 1 activated, 2 suspended. */
  simStatus(slot: number): number;
  /** Status of the SIM in the list of SIMs; 0 for one in stock. */
  simStatusInList(slot: number): number;
  imei(slot: number): string | null;
  ip(slot: number): string | null;
  profile(slot: number): Named;
  tariff(slot: number): Named;
}

/** Everything except the numbers printed on the device. */
export type Particulars = Omit<Fixtures, "imei" | "ip">;

export const firstProfileId = 901;
export const firstTariffProfileId = 951;
export const tariffProfiles = ["Europe", "Europe plus", "World", "Pilot"] as const;
export const seededProfiles = ["Trackers", "Meters", "Vending"] as const;

/** Every 50th endpoint has no SIM. */
export const hasSim = (slot: number): boolean => slot % 50 !== 49;
