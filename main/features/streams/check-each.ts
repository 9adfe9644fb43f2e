/** Several fields checked together: whoever filled them in is told of all that are wrong at once. Pure. */
import { AppError, toFailure } from "../../failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";

/**
 * What every check answers. Throws one `invalid-input` for all that throw it: the texts one after the other, `details.field` the first
 * field, and `details.fields` each with its own text.
 */
export function checkEach<T extends Readonly<Record<string, () => unknown>>>(
  checks: T,
): { readonly [K in keyof T]: ReturnType<T[K]> } {
  const wrong: AppError[] = [];
  const entries = Object.entries(checks).map(([name, check]) => {
    try {
      return [name, check()];
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid-input") throw error;
      wrong.push(error);
      return [name, undefined];
    }
  });
  const [first, ...rest] = wrong;
  if (first === undefined) return Object.fromEntries(entries) as { readonly [K in keyof T]: ReturnType<T[K]> };
  if (rest.length === 0) throw first;
  const fields = wrong.map((error) => ({ field: error.details?.["field"], text: toFailure(error).text }));
  const text = joinTexts(toFailure(first).text, ...rest.map((error) => toFailure(error).text));
  throw new AppError("invalid-input", text, { details: { field: fields[0]?.field, fields } });
}
