import type { Schedule } from "../contract/campaigns/campaign-schemas.ts";

/** The part of a schedule that applies to the next campaign as well; undefined without quiet hours. */
export function onlyQuietHours({ zone, quiet }: Partial<Schedule> = {}): Schedule | undefined {
  if (quiet === undefined) return undefined;
  return { zone: zone ?? "UTC", missed: { rule: "run", lateMinutes: 15 }, quiet };
}
