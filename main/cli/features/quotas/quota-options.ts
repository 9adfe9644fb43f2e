/** Options of the quota commands. */
import type { ExhaustionAction, QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import { confirmOption } from "../../confirm-option.ts";
import {
  type Call,
  choice,
  flag,
  flagPair,
  parsed,
  inputFile,
  text,
  type ValuesOf,
  whole,
  withDefault,
} from "../../define-command.ts";
import { checkInstant, parseInstant, parseNumber, badValue, usageError } from "../../option-values.ts";
import { readInputFile, type Terminal } from "../../terminal.ts";
import { t } from "../../text.ts";
import { findAudience } from "../fleet/audiences.ts";

export const typeOption = {
  type: withDefault(
    choice("<type>", ($) => $.cli.quotas.kind, ["data", "sms"]),
    "data",
  ),
};

/** Fields other than the volume; an endpoint keeps its value of an omitted field. */
export const fieldOptions = {
  expires: parsed("<date>", ($) => $.cli.quotas.options.expires, checkInstant),
  confirmPast: flag(($) => $.cli.quotas.options.confirmPast),
  action: parsed("<action>", ($) => $.cli.quotas.options.action, parseAction),
  autoRefill: flagPair(
    ($) => $.cli.quotas.options.autoRefill,
    ($) => $.cli.quotas.options.noAutoRefill,
  ),
  threshold: parsed(
    "<percent>",
    ($) => $.cli.quotas.options.threshold,
    parseNumber(($) => $.cli.quotas.options.percentValue, 0, 100),
  ),
};
export type FieldOptions = Partial<ValuesOf<typeof fieldOptions>>;

export const unresolvedOption = { allowUnresolved: flag(($) => $.cli.quotas.allowUnresolved) };

export const confirmOptions = {
  confirm: confirmOption(($) => $.cli.quotas.confirm),
  yes: flag(($) => $.cli.quotas.yes),
};

/** Options that select many endpoints instead of one. */
export const targetOptions = {
  ...unresolvedOption,
  ...confirmOptions,
  filter: text("<q>", ($) => $.cli.quotas.options.filter),
  audience: text("<name>", ($) => $.cli.quotas.options.audience),
  view: whole("<id>", ($) => $.cli.quotas.options.view, [t(($) => $.cli.quotas.options.viewValue), 1]),
  idsFile: inputFile(text("<file>", ($) => $.cli.quotas.options.idsFile)),
};
export type TargetOptions = ValuesOf<typeof targetOptions>;

/** Whether a change of many endpoints is to be sent, not only planned. */
export function isConfirmed({ yes, confirm }: { readonly yes: boolean; readonly confirm?: number }): boolean {
  return yes || confirm !== undefined;
}

/** Parses a number; the core validates the volume. */
export function parseVolume(input: string): number {
  const volume = /^-?\d+(\.\d+)?$/.test(input.trim()) ? Number(input) : Number.NaN;
  if (Number.isNaN(volume)) throw badValue(t(($) => $.cli.quotas.options.badVolume));
  return volume;
}

function parseAction(input: string): ExhaustionAction {
  if (input === "block") return { kind: "block" };
  const [, rate] = /^throttle:(64000|128000|256000|384000)$/.exec(input) ?? [];
  if (rate === undefined) throw badValue(t(($) => $.cli.quotas.options.badAction));
  return { kind: "throttle", bitsPerSecond: Number(rate) };
}

type Settings = Omit<Extract<QuotaOperation, { op: "change" }>, "op">;

export function settingsOf({ expires, action, autoRefill, threshold }: FieldOptions): Settings {
  return {
    expiresAt: expires === undefined ? undefined : expiryOf(expires),
    onExhaustion: action,
    autoRefill,
    thresholdPercent: threshold,
  };
}

/** A date without a time means its last second: a quota ends after the named day, not before it. */
export function expiryOf(date: string): number {
  const at = parseInstant(date, "UTC");
  return /^\d{4}-\d{2}-\d{2}$/.test(date.trim()) ? at + 86_399_000 : at;
}

/** Undefined for a single endpoint. Throws `invalid-usage` unless exactly one argument or option selects endpoints. */
export async function sourceOf(
  { client, scope, context, signal }: Pick<Call<unknown, unknown>, "client" | "scope" | "context" | "signal">,
  endpoint: string | undefined,
  options: TargetOptions,
): Promise<QuotaSource | undefined> {
  const { filter, audience, view, idsFile } = options;
  const sourceCount = [endpoint, filter, audience, view, idsFile].filter((one) => one !== undefined).length;
  if (sourceCount !== 1) {
    throw usageError(t(($) => $.cli.quotas.options.noEndpoints));
  }
  if (endpoint !== undefined) {
    if (isConfirmed(options)) {
      throw usageError(t(($) => $.cli.quotas.options.confirmOne));
    }
    return undefined;
  }
  if (filter !== undefined) return { filter };
  if (view !== undefined) return { view };
  if (audience !== undefined) return { audience: (await findAudience(client, scope, audience, signal)).id };
  return { ids: await readIds(context.terminal, idsFile ?? "-", signal) };
}

async function readIds(terminal: Terminal, file: string, signal: AbortSignal): Promise<string[]> {
  const lines = (await readInputFile(terminal, file, signal)).split(/[\r\n]+/).map((line) => line.trim());
  const endpointIds = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (endpointIds.length === 0) throw usageError(t(($) => $.cli.quotas.options.emptyFile));
  const other = endpointIds.find((id) => !/^(?:0|[1-9]\d*)$/.test(id));
  if (other !== undefined) throw usageError(t(($) => $.cli.quotas.options.notAnId, { file, text: other.slice(0, 40) }));
  return endpointIds;
}
