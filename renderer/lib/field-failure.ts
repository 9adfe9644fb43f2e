/** A refusal that names the field of a form it is about. */
import type { Failure } from "#contract/kit.ts";

/** The sentences of a failure by field: each that it names, and none where it is about no field. */
export function byField(failure: Failure | undefined): Readonly<Record<string, string>> {
  const field = failure?.code === "invalid-input" ? failure.details?.["field"] : undefined;
  const fields = failure?.code === "invalid-input" ? failure.details?.["fields"] : undefined;
  if (Array.isArray(fields)) return Object.fromEntries(fields.filter(isNamed).map((one) => [one.field, one.message]));
  return typeof field === "string" && failure !== undefined ? { [field]: failure.message } : {};
}

function isNamed(one: unknown): one is { readonly field: string; readonly message: string } {
  if (typeof one !== "object" || one === null || !("field" in one) || !("message" in one)) return false;
  return typeof one.field === "string" && typeof one.message === "string";
}

/** Whether it has to be said beside the form, since none of the form's fields says it. */
export function aboutNoField(failure: Failure | undefined, fields: readonly string[]): failure is Failure {
  return failure !== undefined && !fields.some((field) => field in byField(failure));
}
