/** Errors of base addresses. */
import { type BaseUrl, isInterceptable, readBaseUrl } from "#shared/rules/base-url.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

export { type BaseUrl, formatBaseUrl } from "#shared/rules/base-url.ts";

/** Throws `invalid-url` for anything but http or https without credentials, query and fragment. */
export function parseBaseUrl(text: string): BaseUrl {
  const read = readBaseUrl(text);
  if (!("problem" in read)) return read;
  throw new AppError("invalid-url", read.problem, { details: { field: "baseUrl" } });
}

/** Throws `not-encrypted` where a secret would be sent to another computer over plain http. */
export function requireEncryption(baseUrl: BaseUrl): void {
  const rejection = notEncrypted(baseUrl);
  if (rejection !== undefined) throw rejection;
}

/** `not-encrypted` for plain http to another computer. */
export function notEncrypted(baseUrl: BaseUrl): AppError | undefined {
  if (!isInterceptable(baseUrl)) return undefined;
  return new AppError("not-encrypted", codedText("base-url-not-encrypted", { origin: baseUrl.origin }), {
    details: { field: "baseUrl" },
  });
}
