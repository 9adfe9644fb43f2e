/** A refusal that names the field of a form it is about. */
import { isCodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Failure } from "#contract/kit.ts";

/** The sentences of a failure by field: each that it names, and none where it is about no field. */
export function byField(failure: Failure | undefined): Readonly<Record<string, string>> {
  const field = failure?.code === "invalid-input" ? failure.details?.["field"] : undefined;
  const fields = failure?.code === "invalid-input" ? failure.details?.["fields"] : undefined;
  if (Array.isArray(fields)) return Object.fromEntries(fields.flatMap(textByField));
  return typeof field === "string" && failure !== undefined ? { [field]: formatText(failure.text) } : {};
}

function textByField(one: unknown): readonly (readonly [field: string, text: string])[] {
  if (typeof one !== "object" || one === null || !("field" in one) || typeof one.field !== "string") return [];
  if ("text" in one && isCodedText(one.text)) return [[one.field, formatText(one.text)]];
  return "message" in one && typeof one.message === "string" ? [[one.field, one.message]] : [];
}

/** Whether it has to be said beside the form, since none of the form's fields says it. */
export function aboutNoField(failure: Failure | undefined, fields: readonly string[]): failure is Failure {
  return failure !== undefined && !fields.some((field) => field in byField(failure));
}
