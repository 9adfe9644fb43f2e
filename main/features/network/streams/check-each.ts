/** Runs several field checks and reports all invalid fields at once. Pure. */
import { AppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";

/**
 * Returns the result of every check. Throws one `invalid-input` for all checks that throw it: with the joined texts,
 * `details.field` as the first field, and `details.fields` as each field with its own text.
 */
export function checkEach<T extends Readonly<Record<string, () => unknown>>>(
  checks: T,
): { readonly [K in keyof T]: ReturnType<T[K]> } {
  const errors: AppError[] = [];
  const entries = Object.entries(checks).map(([name, check]) => {
    try {
      return [name, check()];
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid-input") throw error;
      errors.push(error);
      return [name, undefined];
    }
  });
  const [first, ...rest] = errors;
  if (first === undefined) return Object.fromEntries(entries) as { readonly [K in keyof T]: ReturnType<T[K]> };
  if (rest.length === 0) throw first;
  const fields = errors.map((error) => ({ field: error.details?.["field"], text: toFailure(error).text }));
  const text = joinTexts(toFailure(first).text, ...rest.map((error) => toFailure(error).text));
  throw new AppError("invalid-input", text, { details: { field: fields[0]?.field, fields } });
}
