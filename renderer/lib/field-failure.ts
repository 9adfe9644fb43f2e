/** Failures that name the form field they refer to. */
import { isCodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Failure } from "#shared/contract/kit.ts";

/** The field that a failure refers to, of main or of the service. */
export function fieldOf(failure: Failure | undefined): string | undefined {
  const field = failure?.details?.["field"];
  return typeof field === "string" ? field : undefined;
}

/** Messages of a failure by field, of which main may report several at once; empty if it refers to no field. */
export function byField(failure: Failure | undefined): Readonly<Record<string, string>> {
  const fields = failure?.details?.["fields"];
  if (Array.isArray(fields)) return Object.fromEntries(fields.flatMap(textByField));
  const field = fieldOf(failure);
  return field === undefined || failure === undefined ? {} : { [field]: formatText(failure.text) };
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
