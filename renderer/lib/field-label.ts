/** Labels of record fields: in the filter, and on their own in lists of changes. */
import { eventFields } from "#shared/records/event-fields.ts";
import { recordFields } from "#shared/records/fields.ts";
import type { RecordText } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import { capitalized, inSentence } from "./records.ts";

const labels: ReadonlyMap<string, RecordText> = new Map(
  [...Object.values(recordFields).flat(), ...eventFields].map(({ name, label }) => [name, label]),
);

export function recordLabel(label: RecordText): string {
  return t(($) => $.fleet.record[label]);
}

/** Label of a field within a sentence: "service_profile" → "service profile". */
export function fieldInSentence(name: string): string {
  const label = labels.get(name);
  return label === undefined ? name.replaceAll("_", " ") : inSentence(recordLabel(label));
}

/** "service_profile.name" → "Service profile · Name"; a label stays as it is. */
export function fieldLabel(path: string): string {
  return path
    .split(".")
    .map((name) => capitalized(fieldInSentence(name)))
    .join(" · ");
}
