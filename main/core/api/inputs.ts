/** Requests are validated strictly: input that violates the specification is rejected before it is sent, with the field named. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

export function invalidInput(field: string, text: CodedText): AppError {
  return new AppError("invalid-input", text, { details: { field } });
}

/** An identifier as one path segment: 1 to 128 characters without control characters or slashes; percent-encoded where needed. */
export function pathId(field: string, id: string): string {
  if (/^\d{1,32}$/.test(id)) return id;
  // "." and ".." would leave the resource.
  if (id.length === 0 || id.length > 128 || !/^[^\p{Cc}/\\?#\s]+$/u.test(id) || /^\.{1,2}$/.test(id)) {
    throw invalidInput(field, codedText("identifier-invalid", { field }));
  }
  return encodeURIComponent(id);
}

export function requireText(field: string, value: string): string {
  if (typeof value !== "string" || value === "") throw invalidInput(field, codedText("field-empty", { field }));
  return value;
}

export function requireFinite(field: string, value: number): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw invalidInput(field, codedText("field-not-number", { field }));
  }
  return value;
}

/** A numeric id inside a body: a safe integer that is not negative. */
export function requireNumericId(field: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw invalidInput(field, codedText("field-not-numeric-id", { field }));
  return value;
}

/** An http or https address. */
export function requireHttpUrl(field: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : "";
  if (protocol !== "https:" && protocol !== "http:") {
    throw invalidInput(field, codedText("field-not-url", { field }));
  }
  return value;
}
