/** What a person has typed to connect, but for the secret: that one never leaves its input before it is sent. */
import { t } from "#shared/texts/text.ts";
import { isThisComputer } from "#contract/loopback.ts";
import type { Connection, ConnectionOptions, Secret } from "#contract/connections.ts";

/** Where the service of the specification answers; a deployment of one's own has another one. */
export const usualBaseUrl = "https://cdn.emnify.net";

/** Everything as typed. Numbers stay text until they are sent, so that nothing half typed is lost or guessed. */
export interface ConnectDraft {
  readonly name: string;
  readonly baseUrl: string;
  /** The person confirmed that the token may be sent over plain http. */
  readonly allowUnencrypted: boolean;
  readonly kind: Connection["kind"];
  readonly username: string;
  readonly portal: boolean;
  readonly options: OptionsDraft;
}

export interface ConnectRequest {
  readonly name: string;
  readonly baseUrl: string;
  readonly allowUnencrypted: boolean;
  readonly secret: Secret;
  readonly options: ConnectionOptions;
}

export interface OptionsDraft {
  readonly hasCeiling: boolean;
  readonly ceilingRequests: string;
  readonly ceilingSeconds: string;
  /** Empty: none. */
  readonly dailyBudget: string;
  readonly separator: ConnectionOptions["separator"];
  readonly quotaPath: ConnectionOptions["quotaPath"];
  readonly filterNames: ConnectionOptions["filterNames"];
  readonly sourceAddress: ConnectionOptions["sourceAddress"];
  readonly smsAutoRefill: ConnectionOptions["smsAutoRefill"];
  readonly reconcileAfterSeconds: string;
}

/** As the treaty has them. */
export const usualOptions: OptionsDraft = {
  hasCeiling: true,
  ceilingRequests: "2000",
  ceilingSeconds: "300",
  dailyBudget: "",
  separator: "auto",
  quotaPath: "auto",
  filterNames: "auto",
  sourceAddress: "auto",
  smsAutoRefill: "auto",
  reconcileAfterSeconds: "60",
};

export const emptyDraft: ConnectDraft = {
  name: "",
  baseUrl: usualBaseUrl,
  allowUnencrypted: false,
  kind: "application-token",
  username: "",
  portal: true,
  options: usualOptions,
};

export function optionsDraftOf({ ceiling, reconcileAfterMs, dailyBudget, ...rest }: ConnectionOptions): OptionsDraft {
  const bounds = ceiling === "none" ? undefined : ceiling;
  return {
    ...rest,
    hasCeiling: bounds !== undefined,
    ceilingRequests: bounds === undefined ? usualOptions.ceilingRequests : String(bounds.requests),
    ceilingSeconds: bounds === undefined ? usualOptions.ceilingSeconds : String(bounds.seconds),
    reconcileAfterSeconds: String(reconcileAfterMs / 1000),
    dailyBudget: dailyBudget === "none" ? "" : String(dailyBudget),
  };
}

/** To sign in again: everything is known but the secret. */
export function draftOf(connection: Connection, username: string | undefined): ConnectDraft {
  const { name, baseUrl, kind, options } = connection;
  return { ...emptyDraft, name, baseUrl, kind, username: username ?? "", options: optionsDraftOf(options) };
}

export type OptionField = "ceilingRequests" | "ceilingSeconds" | "dailyBudget" | "reconcileAfterSeconds";
export type ConnectField = "name" | "baseUrl" | "allowUnencrypted" | "secret" | "username" | OptionField;
/** A plain sentence per field that cannot be sent as it is. */
export type ValidationErrors<F extends string = ConnectField> = Readonly<Partial<Record<F, string>>>;

/** Nothing is sent while one of these is left. `hasSecret`: the token or password field is not empty. */
export function validationErrorsOf(
  draft: ConnectDraft,
  hasSecret: boolean,
  takenNames: readonly string[],
): ValidationErrors {
  const name = draft.name.trim();
  const baseUrl = baseUrlError(draft.baseUrl);
  const secretMissing =
    draft.kind === "application-token"
      ? t(($) => $.connections.validation.tokenMissing)
      : t(($) => $.connections.validation.passwordMissing);
  return {
    ...(name === "" ? { name: t(($) => $.connections.validation.nameMissing) } : {}),
    ...(name.length > 64 ? { name: t(($) => $.connections.validation.nameTooLong, { length: name.length }) } : {}),
    ...(takenNames.includes(name) ? { name: t(($) => $.connections.validation.nameTaken, { name }) } : {}),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(isUnencrypted(draft.baseUrl) && !draft.allowUnencrypted
      ? { allowUnencrypted: t(($) => $.connections.validation.unencrypted) }
      : {}),
    ...(draft.kind === "user" && draft.username.trim() === ""
      ? { username: t(($) => $.connections.validation.usernameMissing) }
      : {}),
    ...(hasSecret ? {} : { secret: secretMissing }),
    ...optionErrorsOf(draft.options),
  };
}

export function optionErrorsOf(options: OptionsDraft): ValidationErrors<OptionField> {
  const { hasCeiling, ceilingRequests, ceilingSeconds, dailyBudget, reconcileAfterSeconds } = options;
  return {
    ...(hasCeiling && !/^[1-9]\d{0,8}$/.test(ceilingRequests.trim())
      ? { ceilingRequests: t(($) => $.connections.validation.ceilingRequests) }
      : {}),
    ...(hasCeiling && !(numberOf(ceilingSeconds) > 0)
      ? { ceilingSeconds: t(($) => $.connections.validation.ceilingSeconds) }
      : {}),
    ...(/^([1-9]\d{0,8})?$/.test(dailyBudget.trim())
      ? {}
      : { dailyBudget: t(($) => $.connections.validation.dailyBudget) }),
    ...(numberOf(reconcileAfterSeconds) >= 0 && Number.isSafeInteger(millisecondsOf(reconcileAfterSeconds))
      ? {}
      : { reconcileAfterSeconds: t(($) => $.connections.validation.grace) }),
  };
}

/** Why an address cannot be one of a service; main judges again. */
export function baseUrlError(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return t(($) => $.connections.validation.baseUrlMissing);
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) return t(($) => $.connections.validation.baseUrlScheme);
  const url = URL.parse(trimmed);
  if (url === null) return t(($) => $.connections.validation.baseUrlInvalid);
  if (url.username !== "" || url.password !== "") return t(($) => $.connections.validation.baseUrlCredentials);
  return /[?#]/.test(trimmed) ? t(($) => $.connections.validation.baseUrlQuery) : undefined;
}

/** What travels over plain http can be read on the way; on this computer itself nobody is in between. */
export function isUnencrypted(baseUrl: string): boolean {
  const url = URL.parse(baseUrl.trim());
  return url?.protocol === "http:" && !isThisComputer(url.hostname);
}

/** What is sent to connect; only for a draft without mistakes. */
export function requestOf(draft: ConnectDraft, secretText: string): ConnectRequest {
  const { name, baseUrl, allowUnencrypted, options } = draft;
  return {
    name: name.trim(),
    baseUrl,
    allowUnencrypted,
    secret: secretOf(draft, secretText),
    options: optionsOf(options),
  };
}

/** What is sent to test the connection, with the secret that was typed, if any. */
export function testOf(
  draft: ConnectDraft,
  secretText: string | undefined,
): Omit<ConnectRequest, "name" | "options" | "secret"> & {
  readonly secret?: Secret;
} {
  const { baseUrl, allowUnencrypted } = draft;
  const secret = secretText === undefined ? {} : { secret: secretOf(draft, secretText) };
  return { baseUrl: baseUrl.trim(), allowUnencrypted, ...secret };
}

/** The options to send; only for a draft without mistakes. */
export function optionsOf(draft: OptionsDraft): ConnectionOptions {
  const { separator, quotaPath, filterNames, sourceAddress, smsAutoRefill } = draft;
  return {
    separator,
    quotaPath,
    filterNames,
    sourceAddress,
    smsAutoRefill,
    ceiling: draft.hasCeiling
      ? { requests: numberOf(draft.ceilingRequests), seconds: numberOf(draft.ceilingSeconds) }
      : "none",
    reconcileAfterMs: millisecondsOf(draft.reconcileAfterSeconds),
    dailyBudget: draft.dailyBudget.trim() === "" ? "none" : numberOf(draft.dailyBudget),
  };
}

/** The text of the secret's input with what belongs to it. Tokens are copied with line ends; a password is taken as it is. */
export function secretOf({ kind, username, portal }: ConnectDraft, secretText: string): Secret {
  return kind === "application-token"
    ? { applicationToken: secretText.trim() }
    : { username: username.trim(), password: secretText, portal };
}

/** "cdn.emnify.net" of a base address. */
export function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

function millisecondsOf(seconds: string): number {
  return Math.round(numberOf(seconds) * 1000);
}

function numberOf(text: string): number {
  const trimmed = text.trim();
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
