/** Tariff plans of organisations: no record contains them, so these are the saved answers of separate requests. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { RecordLink } from "#shared/contract/fleet/records.ts";
import type { LinkReader } from "./link-reader.ts";
import type { PlanReading } from "./queries-links.ts";

const plansDescription = {
  relation: "tariff-plans",
  title: codedText("link-tariff-plans"),
  collection: "tariff_plan",
} as const;
const plansNote = codedText("link-note-plans-of-one");

/** The plans of one organisation; none where the organisation is unknown. */
export async function plansOf(reader: LinkReader, organisation: string | undefined): Promise<RecordLink> {
  if (organisation === undefined) {
    return await reader.nothing({ ...plansDescription, note: codedText("link-note-organisation-unknown") }, "not-told");
  }
  const [reading] = await reader.plans(organisation);
  if (reading === undefined) return await reader.nothing({ ...plansDescription, note: plansNote }, "never-read");
  const { state, readAt, plans, reason = plansNote } = reading;
  if (state === "told") return { ...(await reader.pointed(plansDescription, plans, "told")), readAt };
  const emptyState = state === "not-offered" ? "not-offered" : "not-told";
  return { ...(await reader.nothing({ ...plansDescription, note: reason }, emptyState)), readAt };
}

/** The organisations with a plan, among those whose plans were requested. */
export function organisationsOn(readings: readonly PlanReading[], plan: string): readonly PlanReading[] {
  return readings.filter(({ plans }) => plans.some(({ id }) => id === plan));
}
