/** Options of the quota commands. */
import { t } from "../../text.ts";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { ExhaustionAction, QuotaKind, QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { detectEncoding, readText } from "../../../core/files/text-file.ts";
import { findAudience } from "../fleet/audience.ts";
import { addConfirm, type ConfirmOption } from "../campaigns/confirm-option.ts";
import type { CliContext } from "../../context.ts";
import { checkInstant, parseInstant, parseNumber, parseWhole } from "../../option-values.ts";
import { badValue, usageError } from "../../usage-error.ts";

export interface FieldOptions {
  readonly type: QuotaKind;
  readonly volume?: number;
  readonly expires?: string;
  readonly action?: ExhaustionAction;
  readonly autoRefill?: boolean;
  readonly threshold?: number;
  readonly ifNoQuota?: "skip" | "set";
  readonly confirmZero?: boolean;
  readonly confirmPast?: boolean;
}

export interface TargetOptions extends ConfirmOption {
  readonly filter?: string;
  readonly audience?: string;
  readonly view?: number;
  readonly idsFile?: string;
  readonly yes?: boolean;
  readonly allowUnresolved?: boolean;
}

export function addType(command: Command): Command {
  return command.addOption(
    new Option(
      "--type <type>",
      t(($) => $.cli.quotas.kind),
    )
      .choices(["data", "sms"])
      .default("data"),
  );
}

/** Fields other than the volume; an endpoint keeps its value of an omitted field. */
export function addFields(command: Command): Command {
  return command
    .option(
      "--expires <date>",
      t(($) => $.cli.quotas.options.expires),
      checkInstant,
    )
    .option(
      "--confirm-past",
      t(($) => $.cli.quotas.options.confirmPast),
    )
    .option(
      "--action <action>",
      t(($) => $.cli.quotas.options.action),
      parseAction,
    )
    .option(
      "--auto-refill",
      t(($) => $.cli.quotas.options.autoRefill),
    )
    .option(
      "--no-auto-refill",
      t(($) => $.cli.quotas.options.noAutoRefill),
    )
    .option(
      "--threshold <percent>",
      t(($) => $.cli.quotas.options.threshold),
      parseNumber(
        t(($) => $.cli.quotas.options.percentValue),
        0,
        100,
      ),
    );
}

export function addAllowUnresolved(command: Command): Command {
  return command.option(
    "--allow-unresolved",
    t(($) => $.cli.quotas.allowUnresolved),
  );
}

/** Options that select many endpoints instead of one. */
export function addTargetOptions(command: Command): Command {
  return addConfirm(
    addAllowUnresolved(command),
    t(($) => $.cli.quotas.confirm),
  )
    .option(
      "--filter <q>",
      t(($) => $.cli.quotas.options.filter),
    )
    .option(
      "--audience <name>",
      t(($) => $.cli.quotas.options.audience),
    )
    .option(
      "--view <id>",
      t(($) => $.cli.quotas.options.view),
      parseWhole(
        t(($) => $.cli.quotas.options.viewValue),
        1,
        Number.MAX_SAFE_INTEGER,
      ),
    )
    .option(
      "--ids-file <file>",
      t(($) => $.cli.quotas.options.idsFile),
    )
    .option(
      "--yes",
      t(($) => $.cli.quotas.yes),
    );
}

/** Parses a number; the core validates the volume. */
export function parseVolume(text: string): number {
  const value = /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw badValue(t(($) => $.cli.quotas.options.badVolume));
  return value;
}

function parseAction(text: string): ExhaustionAction {
  if (text === "block") return { kind: "block" };
  const [, rate] = /^throttle:(64000|128000|256000|384000)$/.exec(text) ?? [];
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
export function expiryOf(text: string): number {
  const at = parseInstant(text, "UTC");
  return /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? at + 86_399_000 : at;
}

/** Undefined for a single endpoint. Throws `invalid-usage` unless exactly one argument or option selects endpoints. */
export async function sourceOf(
  {
    client,
    context,
    signal,
  }: { readonly client: FleetClient; readonly context: CliContext; readonly signal: AbortSignal },
  endpoint: string | undefined,
  options: TargetOptions,
): Promise<QuotaSource | undefined> {
  const { filter, audience, view, idsFile } = options;
  const sourceCount = [endpoint, filter, audience, view, idsFile].filter((one) => one !== undefined).length;
  if (sourceCount !== 1) {
    throw usageError(t(($) => $.cli.quotas.options.noEndpoints));
  }
  if (endpoint !== undefined) {
    if (options.yes === true || options.confirm !== undefined) {
      throw usageError(t(($) => $.cli.quotas.options.confirmOne));
    }
    return undefined;
  }
  if (filter !== undefined) return { filter };
  if (view !== undefined) return { view };
  if (audience !== undefined) return { audience: (await findAudience(client, context, audience, signal)).id };
  return { ids: await readIds(context, idsFile ?? "-", signal) };
}

async function readIds({ terminal }: CliContext, name: string, signal: AbortSignal): Promise<string[]> {
  let text = "";
  if (name === "-") text = await terminal.readStdin();
  else {
    const file = resolve(name);
    for await (const piece of readText(file, await detectEncoding(file, signal), signal)) text += piece;
  }
  const ids = text.split(/[\r\n]+/).map((line) => line.trim());
  const endpointIds = ids.filter((line) => line !== "" && !line.startsWith("#"));
  if (endpointIds.length === 0) throw usageError(t(($) => $.cli.quotas.options.emptyFile));
  return endpointIds;
}
