/** A form, checked field by field before anything is sent: what breaks the specification is refused, what is only odd is warned of. Pure. */
import { isIP } from "node:net";
import type { StreamForm, StreamWarning } from "#contract/stream-words.ts";
import { invalidInput } from "../../api/inputs.ts";
import { checkEach } from "./check-each.ts";

export interface CheckedForm {
  /** As given, without the spaces around. */
  readonly form: StreamForm;
  readonly warnings: readonly StreamWarning[];
}

const longestUrl = 2000;
const longestPurpose = 255;
const longestRole = 2048;
const longestName = 255;

/** Throws `invalid-input` with every field that is wrong. */
export function checkForm(given: StreamForm): CheckedForm {
  if (given.destination === "rest-api") {
    const { callback } = given;
    if (callback.kind === "existing") {
      return { form: { ...given, callback: { kind: "existing", id: callbackId(callback.id) } }, warnings: [] };
    }
    if (callback.inline === true) return checkInline(given, callback);
    const { url, purpose, warnings } = checkCallback(callback);
    return { form: { ...given, callback: { kind: "new", url, purpose } }, warnings };
  }
  const named = given.destination === "object-storage" ? "name of the bucket" : "name of the stream";
  const { role, region, name } = checkEach({
    role: () => checkRole(given.role),
    region: () => part("region", "region", given.region),
    name: () => part("name", named, given.name),
    content: () => {
      if (given.content === "usage-and-events") return;
      // Specification, "Data stream": the stream type used in those shapes is id 3.
      throw invalidInput("content", "Object storage and cloud data streams take usage data and events together.");
    },
  });
  const form = { ...given, role, region, name };
  return { form, warnings: [...roleWarnings(role), ...placeWarnings(form)] };
}

type RestForm = Extract<StreamForm, { destination: "rest-api" }>;
type NewCallback = Extract<RestForm["callback"], { kind: "new" }>;

/** A callback inside the request of its stream: only the URL is required. */
function checkInline(form: RestForm, { id, organisation, ...given }: NewCallback): CheckedForm {
  const { url, purpose } = checkEach({
    url: () => checkUrl(given.url),
    purpose: () => (given.purpose.trim() === "" ? "" : checkPurpose(given.purpose)),
    callback: () => (id === undefined ? undefined : callbackId(id)),
    organisation: () => {
      if (organisation === undefined || /^\d{1,16}$/.test(organisation.trim())) return;
      throw invalidInput("organisation", "The organisation must be a numeric id.");
    },
  });
  const sent = {
    ...(id === undefined ? {} : { id: callbackId(id) }),
    ...(organisation === undefined ? {} : { organisation: organisation.trim() }),
  };
  const callback = { kind: "new", inline: true, url, purpose, ...sent } as const;
  return { form: { ...form, callback }, warnings: urlWarnings(url) };
}

/** Throws `invalid-input` with the fields "url" and "purpose", as far as they are wrong. */
export function checkCallback(given: { readonly url: string; readonly purpose: string }): {
  readonly url: string;
  readonly purpose: string;
  readonly warnings: readonly StreamWarning[];
} {
  const { url, purpose } = checkEach({ url: () => checkUrl(given.url), purpose: () => checkPurpose(given.purpose) });
  return { url, purpose, warnings: urlWarnings(url) };
}

function checkPurpose(given: string): string {
  const purpose = given.trim();
  if (purpose === "") throw invalidInput("purpose", "Say what the callback is used for.");
  if (purpose.length > longestPurpose) {
    throw invalidInput("purpose", `The purpose has at most ${longestPurpose} characters.`);
  }
  if (/\p{Cc}/u.test(purpose)) throw invalidInput("purpose", "The purpose must be one line of text.");
  return purpose;
}

/** The account id and the role name of a role identifier; undefined when it has not the shape. */
export function readRole(role: string): { readonly account: string; readonly name: string } | undefined {
  const match = /^\S*?(\d{6,})\S*?\/(\S+)$/.exec(role.trim());
  const [, account, path] = match ?? [];
  const name = path?.split("/").at(-1);
  return account === undefined || name === undefined || name === "" ? undefined : { account, name };
}

function callbackId(given: string): string {
  const id = given.trim();
  if (id === "") throw invalidInput("callback", "Choose an API callback, or give the id of one.");
  if (!/^\d{1,16}$/.test(id) || !Number.isSafeInteger(Number(id)) || Number(id) === 0) {
    throw invalidInput("callback", "The id of an API callback must be a whole number above 0.");
  }
  return String(Number(id));
}

function checkUrl(given: string): string {
  const url = given.trim();
  if (url === "") throw invalidInput("url", "The URL is missing.");
  if (url.length > longestUrl) throw invalidInput("url", `The URL has at most ${longestUrl} characters.`);
  if (/[\s\p{Cc}]/u.test(url)) throw invalidInput("url", "The URL must not contain spaces.");
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:\/\//i.test(url) || parsed.hostname === "") {
    throw invalidInput("url", "The URL must be an address that begins with https:// or http://.");
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw invalidInput(
      "url",
      "The URL must not contain a user name or password: everybody who may list callbacks would see them.",
    );
  }
  return url;
}

function urlWarnings(url: string): StreamWarning[] {
  const { protocol, hostname, hash, searchParams } = new URL(url);
  const secret = [...searchParams.keys()].find((name) => /token|secret|passw|pwd|api_?key|signature/i.test(name));
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const isOwn = host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local") || isPrivate(host);
  return [
    ...(protocol === "http:"
      ? ["What is delivered over http:// can be read and changed on its way; use https://."]
      : []),
    ...(isOwn ? [`The service cannot reach ${host}: the address belongs to a private network.`] : []),
    ...(secret === undefined
      ? []
      : [`"${secret}" looks like a secret: everybody who may list callbacks can read it, and so can this computer.`]),
    ...(hash === "" ? [] : ["What follows the # of a URL is never sent to the server."]),
  ].map((message) => ({ field: "url", message }));
}

function isPrivate(host: string): boolean {
  const family = isIP(host);
  if (family === 4) return /^(10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host);
  return family === 6 && /^(::1?$|f[cd]|fe[89ab])/i.test(host);
}

function checkRole(given: string): string {
  const role = given.trim();
  if (role === "") throw invalidInput("role", "The role is missing.");
  if (role.length > longestRole) throw invalidInput("role", `The role has at most ${longestRole} characters.`);
  if (/[\s\p{Cc}]/u.test(role)) throw invalidInput("role", "The role must not contain spaces.");
  const other = /^arn:[a-z-]+:iam::\d*:(?!role\/)([\w-]+)/.exec(role)?.[1];
  if (other !== undefined) {
    throw invalidInput(
      "role",
      `This names a ${other}, not a role; a role is written as arn:aws:iam::123456789012:role/name.`,
    );
  }
  if (readRole(role) === undefined) {
    throw invalidInput(
      "role",
      "The role must contain an account id and a role name, such as arn:aws:iam::123456789012:role/name.",
    );
  }
  return role;
}

/** One side of `<region>/<name>`. */
function part(field: "region" | "name", what: string, given: string): string {
  const text = given.trim();
  if (text === "") {
    const how = field === "name" ? ": region and name are sent as region/name" : "";
    throw invalidInput(field, `The ${what} is missing${how}.`);
  }
  if (text.length > longestName) throw invalidInput(field, `The ${what} has at most ${longestName} characters.`);
  if (text.includes("/"))
    throw invalidInput(field, `The ${what} must not contain a slash: region and name are sent as region/name.`);
  if (/[\s\p{Cc}]/u.test(text)) throw invalidInput(field, `The ${what} must not contain spaces.`);
  return text;
}

function roleWarnings(role: string): StreamWarning[] {
  if (/^arn:[a-z-]+:iam::\d{12}:role\/\S+$/.test(role)) return [];
  return [
    {
      field: "role",
      message: "Roles are usually written as arn:aws:iam::, an account id of 12 digits, :role/ and a name.",
    },
  ];
}

function placeWarnings({
  destination,
  region,
  name,
}: Exclude<StreamForm, { destination: "rest-api" }>): StreamWarning[] {
  const warnings: StreamWarning[] = [];
  if (!/^[a-z]{2,}(-[a-z]+)+-\d+$/.test(region)) {
    warnings.push({ field: "region", message: `"${region}" does not look like a region such as eu-west-1.` });
  }
  if (destination === "object-storage" && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    const message = "Names of buckets usually have 3 to 63 small letters, digits, dots and hyphens.";
    warnings.push({ field: "name", message });
  }
  if (destination === "cloud-stream" && !/^[\w.-]{1,128}$/.test(name)) {
    const message = "Names of streams usually have letters, digits, underscores, dots and hyphens, 128 at most.";
    warnings.push({ field: "name", message });
  }
  return warnings;
}
