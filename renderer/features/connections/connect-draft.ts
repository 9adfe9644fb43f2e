/** State of the connect form except for the secret, which stays in its input element until it is sent. */
import { formatText, t } from "#shared/texts/text.ts";
import { isInterceptable, readBaseUrl } from "#shared/rules/base-url.ts";
import { normalizeSenderNumber, senderProblem } from "#shared/rules/sender-number.ts";
import type { Connection, ConnectionOptions, Secret } from "#shared/contract/connections/connections.ts";

/** Base URL of the service in the specification; other deployments have their own. */
const defaultBaseUrl = "https://cdn.emnify.net";

/** All values as entered. Numbers stay strings until they are sent, so that partial input is neither lost nor reinterpreted. */
export interface ConnectDraft {
  readonly name: string;
  readonly baseUrl: string;
  /** The operator confirmed sending the token over unencrypted HTTP. */
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

type OptionsAsText = "ceiling" | "dailyBudget" | "defaultSender" | "reconcileAfterMs";

export interface OptionsDraft extends Readonly<Omit<ConnectionOptions, OptionsAsText>> {
  readonly hasCeiling: boolean;
  readonly ceilingRequests: string;
  readonly ceilingSeconds: string;
  /** Empty: no budget. */
  readonly dailyBudget: string;
  /** Empty: none. */
  readonly defaultSender: string;
  readonly reconcileAfterSeconds: string;
}

/** Defaults, equal to those of the contract. */
export const defaultOptions: OptionsDraft = {
  hasCeiling: true,
  ceilingRequests: "2000",
  ceilingSeconds: "300",
  dailyBudget: "",
  defaultSender: "",
  separator: "auto",
  quotaPath: "auto",
  filterNames: "auto",
  sourceAddress: "auto",
  smsAutoRefill: "auto",
  reconcileAfterSeconds: "60",
  environment: "production",
  colour: "auto",
  readOnly: false,
};

export const emptyDraft: ConnectDraft = {
  name: "",
  baseUrl: defaultBaseUrl,
  allowUnencrypted: false,
  kind: "application-token",
  username: "",
  portal: true,
  options: defaultOptions,
};

export function optionsDraftOf({
  ceiling,
  reconcileAfterMs,
  dailyBudget,
  defaultSender,
  ...rest
}: ConnectionOptions): OptionsDraft {
  const bounds = ceiling === "none" ? undefined : ceiling;
  return {
    ...rest,
    hasCeiling: bounds !== undefined,
    ceilingRequests: bounds === undefined ? defaultOptions.ceilingRequests : String(bounds.requests),
    ceilingSeconds: bounds === undefined ? defaultOptions.ceilingSeconds : String(bounds.seconds),
    reconcileAfterSeconds: String(reconcileAfterMs / 1000),
    dailyBudget: dailyBudget === "none" ? "" : String(dailyBudget),
    defaultSender: defaultSender === "none" ? "" : defaultSender,
  };
}

/** Draft for signing in again: everything except the secret. */
export function draftOf(connection: Connection, username: string | undefined): ConnectDraft {
  const { name, baseUrl, kind, options } = connection;
  return { ...emptyDraft, name, baseUrl, kind, username: username ?? "", options: optionsDraftOf(options) };
}

export type OptionField =
  | "ceilingRequests"
  | "ceilingSeconds"
  | "dailyBudget"
  | "defaultSender"
  | "reconcileAfterSeconds";
type ConnectField = "name" | "baseUrl" | "allowUnencrypted" | "secret" | "username" | OptionField;
/** One message per invalid field. */
export type ValidationErrors<F extends string = ConnectField> = Readonly<Partial<Record<F, string>>>;

/** Validates a draft; it is sent only without errors. `hasSecret`: the token or password field is not empty. */
export function validationErrorsOf(
  draft: ConnectDraft,
  hasSecret: boolean,
  takenNames: readonly string[],
): ValidationErrors {
  const baseUrl = baseUrlError(draft.baseUrl);
  const secretMissing =
    draft.kind === "application-token"
      ? t(($) => $.connections.validation.tokenMissing)
      : t(($) => $.connections.validation.passwordMissing);
  return {
    name: nameError(draft.name.trim(), takenNames),
    baseUrl,
    allowUnencrypted:
      isUnencrypted(draft.baseUrl) && !draft.allowUnencrypted
        ? t(($) => $.connections.validation.unencrypted)
        : undefined,
    username:
      draft.kind === "user" && draft.username.trim() === ""
        ? t(($) => $.connections.validation.usernameMissing)
        : undefined,
    secret: hasSecret ? undefined : secretMissing,
    ...optionErrorsOf(draft.options),
  };
}

function nameError(name: string, takenNames: readonly string[]): string | undefined {
  if (name === "") return t(($) => $.connections.validation.nameMissing);
  if (takenNames.includes(name)) return t(($) => $.connections.validation.nameTaken, { name });
  return name.length > 64 ? t(($) => $.connections.validation.nameTooLong, { length: name.length }) : undefined;
}

export function optionErrorsOf(options: OptionsDraft): ValidationErrors<OptionField> {
  const { hasCeiling, ceilingRequests, ceilingSeconds, dailyBudget, defaultSender, reconcileAfterSeconds } = options;
  const senderError = defaultSender.trim() === "" ? undefined : senderProblem(defaultSender);
  return {
    ceilingRequests:
      hasCeiling && !/^[1-9]\d{0,8}$/.test(ceilingRequests.trim())
        ? t(($) => $.connections.validation.ceilingRequests)
        : undefined,
    ceilingSeconds:
      hasCeiling && !(numberOf(ceilingSeconds) > 0) ? t(($) => $.connections.validation.ceilingSeconds) : undefined,
    dailyBudget: /^([1-9]\d{0,8})?$/.test(dailyBudget.trim())
      ? undefined
      : t(($) => $.connections.validation.dailyBudget),
    defaultSender: senderError && formatText(senderError),
    reconcileAfterSeconds:
      numberOf(reconcileAfterSeconds) >= 0 && Number.isSafeInteger(millisecondsOf(reconcileAfterSeconds))
        ? undefined
        : t(($) => $.connections.validation.grace),
  };
}

/** Why a base URL is invalid. */
export function baseUrlError(text: string): string | undefined {
  if (text.trim() === "") return t(($) => $.connections.validation.baseUrlMissing);
  const read = readBaseUrl(text);
  return "problem" in read ? formatText(read.problem) : undefined;
}

/** Whether traffic to this URL could be intercepted; loopback addresses are exempt. */
export function isUnencrypted(baseUrl: string): boolean {
  const read = readBaseUrl(baseUrl);
  return !("problem" in read) && isInterceptable(read);
}

/** The connect request; only for a valid draft. */
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

/** The request for a connection test, with the entered secret, if any. */
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

/** The options to send; only for a valid draft. */
export function optionsOf(draft: OptionsDraft): ConnectionOptions {
  const { separator, quotaPath, filterNames, sourceAddress, smsAutoRefill, environment, colour, readOnly } = draft;
  return {
    environment,
    colour,
    readOnly,
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
    defaultSender: draft.defaultSender.trim() === "" ? "none" : normalizeSenderNumber(draft.defaultSender),
  };
}

/** The fields that differ from the saved options; undefined where none does. */
export function editedFields(
  fields: Partial<OptionsDraft>,
  saved: ConnectionOptions,
): Partial<OptionsDraft> | undefined {
  const savedFields: Readonly<Record<string, unknown>> = { ...optionsDraftOf(saved) };
  const edited = Object.entries(fields).filter(([name, value]) => value !== savedFields[name]);
  return edited.length === 0 ? undefined : Object.fromEntries(edited);
}

/** Signing in again edits neither address nor options, but sends them: those that the connection has now. */
export function signInDraftOf(stored: ConnectDraft, { name, baseUrl, options }: ConnectDraft): ConnectDraft {
  const allowUnencrypted = stored.allowUnencrypted && stored.baseUrl === baseUrl;
  return { ...stored, name, baseUrl, options, allowUnencrypted };
}

/** The options that these fields change; only for valid fields. */
export function changedOptionsOf(
  fields: Partial<OptionsDraft>,
  current: ConnectionOptions,
): Partial<ConnectionOptions> {
  const options = optionsOf({ ...optionsDraftOf(current), ...fields });
  const names = Object.keys(options) as (keyof ConnectionOptions)[];
  const changed = names.filter((name) => JSON.stringify(options[name]) !== JSON.stringify(current[name]));
  return Object.fromEntries(changed.map((name) => [name, options[name]]));
}

/**
 * The credentials from the secret's input and its related fields. Tokens are trimmed, since they are often copied with line ends;
 * a password is used unchanged.
 */
export function secretOf({ kind, username, portal }: ConnectDraft, secretText: string): Secret {
  return kind === "application-token"
    ? { applicationToken: secretText.trim() }
    : { username: username.trim(), password: secretText, portal };
}

function millisecondsOf(seconds: string): number {
  return Math.round(numberOf(seconds) * 1000);
}

function numberOf(text: string): number {
  const trimmed = text.trim();
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
