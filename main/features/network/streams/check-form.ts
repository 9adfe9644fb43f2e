/**
 * Validates a form field by field before anything is sent: violations of the specification are rejected, unusual values
 * get a warning. Pure.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { StreamForm, StreamWarning } from "#shared/contract/network/stream-schemas.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { isIP } from "node:net";
import { invalidInput, requireRecordId } from "../../../core/api/inputs.ts";

export interface CheckedForm {
  /** The trimmed input. */
  readonly form: StreamForm;
  readonly warnings: readonly StreamWarning[];
}

const longestUrl = 2000;
const longestPurpose = 255;
const longestRole = 2048;
const longestName = 255;

/** Throws `invalid-input` with every invalid field. */
export function checkForm(input: StreamForm): CheckedForm {
  if (input.destination === "rest-api") {
    const { callback } = input;
    if (callback.kind === "existing") {
      return {
        form: { ...input, callback: { kind: "existing", id: requireRecordId("callback", callback.id) } },
        warnings: [],
      };
    }
    if (callback.inline === true) return checkInline(input, callback);
    const { url, purpose, warnings } = checkCallback(callback);
    return { form: { ...input, callback: { kind: "new", url, purpose } }, warnings };
  }
  const named = input.destination === "object-storage" ? "bucket-name" : "stream-name";
  const { role, region, name } = checkEach({
    role: () => checkRole(input.role),
    region: () => part("region", "region", input.region),
    name: () => part("name", named, input.name),
    content: () => {
      if (input.content === "usage-and-events") return;
      // Specification, "Data stream": these destinations have stream type id 3.
      throw invalidInput("content", codedText("stream-content-fixed"));
    },
  });
  const form = { ...input, role, region, name };
  return { form, warnings: [...roleWarnings(role), ...placeWarnings(form)] };
}

type RestForm = Extract<StreamForm, { destination: "rest-api" }>;
type NewCallback = Extract<RestForm["callback"], { kind: "new" }>;

/** Checks a callback inside the request of its stream, where only the URL is required. */
function checkInline(form: RestForm, { id, organisation, ...fields }: NewCallback): CheckedForm {
  const { url, purpose } = checkEach({
    url: () => checkUrl(fields.url),
    purpose: () => (fields.purpose.trim() === "" ? "" : checkPurpose(fields.purpose)),
    callback: () => (id === undefined ? undefined : requireRecordId("callback", id)),
    organisation: () => {
      if (organisation === undefined || /^\d{1,16}$/.test(organisation.trim())) return;
      throw invalidInput("organisation", codedText("organisation-no-number"));
    },
  });
  const sent = {
    id: id === undefined ? undefined : requireRecordId("callback", id),
    organisation: organisation === undefined ? undefined : organisation.trim(),
  };
  const callback = { kind: "new", inline: true, url, purpose, ...sent } as const;
  return { form: { ...form, callback }, warnings: urlWarnings(url) };
}

/** Throws `invalid-input` with the fields "url" and "purpose", as far as they are invalid. */
export function checkCallback(input: { readonly url: string; readonly purpose: string }): {
  readonly url: string;
  readonly purpose: string;
  readonly warnings: readonly StreamWarning[];
} {
  const { url, purpose } = checkEach({ url: () => checkUrl(input.url), purpose: () => checkPurpose(input.purpose) });
  return { url, purpose, warnings: urlWarnings(url) };
}

function checkPurpose(value: string): string {
  const purpose = value.trim();
  if (purpose === "") throw invalidInput("purpose", codedText("callback-purpose-missing"));
  if (purpose.length > longestPurpose) {
    throw invalidInput("purpose", codedText("callback-purpose-too-long", { max: longestPurpose }));
  }
  if (/\p{Cc}/u.test(purpose)) throw invalidInput("purpose", codedText("callback-purpose-lines"));
  return purpose;
}

/** Account id and role name of a role identifier; undefined where the identifier does not have that form. */
export function readRole(role: string): { readonly account: string; readonly name: string } | undefined {
  const match = /^\S*?(\d{6,})\S*?\/(\S+)$/.exec(role.trim());
  const [, account, path] = match ?? [];
  const name = path?.split("/").at(-1);
  return account === undefined || name === undefined || name === "" ? undefined : { account, name };
}

function checkUrl(value: string): string {
  const url = value.trim();
  if (url === "") throw invalidInput("url", codedText("url-missing"));
  if (url.length > longestUrl) throw invalidInput("url", codedText("url-too-long", { max: longestUrl }));
  if (/[\s\p{Cc}]/u.test(url)) throw invalidInput("url", codedText("url-spaces"));
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:\/\//i.test(url) || parsed.hostname === "") {
    throw invalidInput("url", codedText("url-not-http"));
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw invalidInput("url", codedText("url-credentials"));
  }
  return url;
}

function urlWarnings(url: string): StreamWarning[] {
  const { protocol, hostname, hash, searchParams } = new URL(url);
  const secret = [...searchParams.keys()].find((name) => /token|secret|passw|pwd|api_?key|signature/i.test(name));
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const isOwn = host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local") || isPrivate(host);
  return [
    ...(protocol === "http:" ? [codedText("url-insecure")] : []),
    ...(isOwn ? [codedText("url-unreachable", { host })] : []),
    ...(secret === undefined ? [] : [codedText("url-secret", { name: secret })]),
    ...(hash === "" ? [] : [codedText("url-fragment")]),
  ].map((message) => ({ field: "url", message }));
}

function isPrivate(host: string): boolean {
  const family = isIP(host);
  if (family === 4) return /^(10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host);
  return family === 6 && /^(::1?$|f[cd]|fe[89ab])/i.test(host);
}

function checkRole(value: string): string {
  const role = value.trim();
  if (role === "") throw invalidInput("role", codedText("role-missing"));
  if (role.length > longestRole) throw invalidInput("role", codedText("role-too-long", { max: longestRole }));
  if (/[\s\p{Cc}]/u.test(role)) throw invalidInput("role", codedText("role-spaces"));
  const other = /^arn:[a-z-]+:iam::\d*:(?!role\/)([\w-]+)/.exec(role)?.[1];
  if (other !== undefined) {
    throw invalidInput("role", codedText("role-other-kind", { kind: other }));
  }
  if (readRole(role) === undefined) {
    throw invalidInput("role", codedText("role-shape"));
  }
  return role;
}

/** Validates one part of `<region>/<name>`. */
function part(field: "region" | "name", name: "region" | "bucket-name" | "stream-name", value: string): string {
  const text = value.trim();
  if (text === "") throw invalidInput(field, codedText(`${name}-missing`));
  if (text.length > longestName) throw invalidInput(field, codedText(`${name}-too-long`, { max: longestName }));
  if (text.includes("/")) throw invalidInput(field, codedText(`${name}-slash`));
  if (/[\s\p{Cc}]/u.test(text)) throw invalidInput(field, codedText(`${name}-spaces`));
  return text;
}

function roleWarnings(role: string): StreamWarning[] {
  if (/^arn:[a-z-]+:iam::\d{12}:role\/\S+$/.test(role)) return [];
  return [{ field: "role", message: codedText("role-unusual") }];
}

function placeWarnings({
  destination,
  region,
  name,
}: Exclude<StreamForm, { destination: "rest-api" }>): StreamWarning[] {
  const warnings: StreamWarning[] = [];
  if (!/^[a-z]{2,}(-[a-z]+)+-\d+$/.test(region)) {
    warnings.push({ field: "region", message: codedText("region-unusual", { region }) });
  }
  if (destination === "object-storage" && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    warnings.push({ field: "name", message: codedText("bucket-name-unusual") });
  }
  if (destination === "cloud-stream" && !/^[\w.-]{1,128}$/.test(name)) {
    warnings.push({ field: "name", message: codedText("stream-name-unusual") });
  }
  return warnings;
}

/**
 * Returns the result of every check. Throws one `invalid-input` for all checks that throw it: with the joined texts,
 * `details.field` as the first field, and `details.fields` as each field with its own text.
 */
function checkEach<T extends Readonly<Record<string, () => unknown>>>(
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
