/** A refusal that names the field of a form it is about. */
import type { Failure } from "#contract/kit.ts";

/** The sentences of a failure by field: one at most, and none where it is about no field. */
export function byField(failure: Failure | undefined): Readonly<Record<string, string>> {
  const field = failure?.code === "invalid-input" ? failure.details?.["field"] : undefined;
  return typeof field === "string" && failure !== undefined ? { [field]: failure.message } : {};
}

/** Whether it has to be said beside the form, since none of the form's fields says it. */
export function aboutNoField(failure: Failure | undefined, fields: readonly string[]): failure is Failure {
  return failure !== undefined && !fields.some((field) => field in byField(failure));
}
