/** Several fields checked together: whoever filled them in is told of all that are wrong at once. Pure. */
import { AppError } from "../../failure.ts";

/**
 * What every check answers. Throws one `invalid-input` for all that throw it: the sentences one after the other, `details.field` the first
 * field, and `details.fields` each with its own sentence.
 */
export function checkEach<T extends Readonly<Record<string, () => unknown>>>(
  checks: T,
): { readonly [K in keyof T]: ReturnType<T[K]> } {
  const wrong: AppError[] = [];
  const found = Object.entries(checks).map(([name, check]) => {
    try {
      return [name, check()];
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid-input") throw error;
      wrong.push(error);
      return [name, undefined];
    }
  });
  const [first] = wrong;
  if (first === undefined) return Object.fromEntries(found) as { readonly [K in keyof T]: ReturnType<T[K]> };
  if (wrong.length === 1) throw first;
  const fields = wrong.map(({ details, message }) => ({ field: details?.["field"], message }));
  const sentences = wrong.map(({ message }) => message).join(" ");
  throw new AppError("invalid-input", sentences, { details: { field: fields[0]?.field, fields } });
}
