/** Validation errors that name the form field they refer to. */
import { isCodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Failure } from "#shared/contract/kit.ts";

/** Messages of a failure by field; empty if it refers to no field. */
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

/** Whether a failure has to be shown next to the form, since none of its fields shows it. */
export function aboutNoField(failure: Failure | undefined, fields: readonly string[]): failure is Failure {
  return failure !== undefined && !fields.some((field) => field in byField(failure));
}
