/** What the commands for quotas take, as options a person types. */
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { ChosenExhaustion, QuotaKind, QuotaOperation } from "#contract/quota-words.ts";
import type { QuotaSource } from "#contract/quotas.ts";
import type { FleetClient } from "#contract/index.ts";
import { detectEncoding, readText } from "../files/text-file.ts";
import { findAudience } from "./audience.ts";
import { addConfirm, type ConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "./context.ts";
import { checkInstant, parseInstant, parseNumber, parseWhole } from "./option-values.ts";
import { badValue, usageError } from "./usage-error.ts";

export interface FieldOptions {
  readonly kind: QuotaKind;
  readonly volume?: number;
  readonly expires?: string;
  readonly action?: ChosenExhaustion;
  readonly autoRefill?: boolean;
  readonly threshold?: number;
  readonly whereNone?: "skip" | "set";
  readonly confirmZero?: boolean;
  readonly confirmPast?: boolean;
}

export interface WhoOptions extends ConfirmOption {
  readonly filter?: string;
  readonly audience?: string;
  readonly view?: number;
  readonly idsFile?: string;
  readonly yes?: boolean;
  readonly allowUnsettled?: boolean;
}

export function addKind(command: Command): Command {
  return command.addOption(new Option("--kind <kind>", "which quota").choices(["data", "sms"]).default("data"));
}

/** Fields beside the volume; what is left out stays as each endpoint has it. */
export function addFields(command: Command): Command {
  return command
    .option(
      "--expires <date>",
      "when it ends (UTC), such as 2031-12-31 for the end of that day or 2031-12-31T12:00:00Z",
      checkInstant,
    )
    .option("--confirm-past", "an expiry that has passed is meant")
    .option("--action <action>", "when data is used up: block, or throttle:RATE in bits per second", parseAction)
    .option("--auto-refill", "refill every day at midnight UTC with the volume last added")
    .option("--no-auto-refill", "do not refill")
    .option(
      "--threshold <percent>",
      "per cent left at which the service raises an event",
      parseNumber("Per cent", 0, 100),
    );
}

export function addAllowance(command: Command): Command {
  return command.option(
    "--allow-unsettled",
    "send also where it is not known what came of an earlier change of the same quota",
  );
}

/** Instead of one endpoint: many. */
export function addWho(command: Command): Command {
  return addConfirm(addAllowance(command), "send at once to exactly so many endpoints")
    .option("--filter <q>", "endpoints of the local copy that match")
    .option("--audience <name>", "endpoints of a kept audience")
    .option("--view <id>", "endpoints of a saved view", parseWhole("A view", 1, Number.MAX_SAFE_INTEGER))
    .option("--ids-file <file>", "endpoint ids, one per line; - for standard input")
    .option("--yes", "send at once, up to 100 endpoints");
}

/** The volume as it was typed: the core says what is wrong with it. */
export function parseVolume(text: string): number {
  const value = /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw badValue("A volume is a number: megabytes, or messages.");
  return value;
}

function parseAction(text: string): ChosenExhaustion {
  if (text === "block") return { kind: "block" };
  const [, rate] = /^throttle:(\d+)$/.exec(text) ?? [];
  if (rate === undefined) throw badValue("The action is block, or throttle:RATE, for example throttle:64000.");
  return { kind: "throttle", bitsPerSecond: Number(rate) };
}

type Settings = Omit<Extract<QuotaOperation, { op: "change" }>, "op">;

export function settingsOf({ expires, action, autoRefill, threshold }: FieldOptions): Settings {
  return {
    ...(expires === undefined ? {} : { expiresAt: expiryOf(expires) }),
    ...(action === undefined ? {} : { onExhaustion: action }),
    ...(autoRefill === undefined ? {} : { autoRefill }),
    ...(threshold === undefined ? {} : { thresholdPercent: threshold }),
  };
}

/** A date alone is the last second of that day: a quota ends after the day that was named, not before it. */
export function expiryOf(text: string): number {
  const at = parseInstant(text, "UTC");
  return /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? at + 86_399_000 : at;
}

/** Undefined where one endpoint is meant. Throws where neither or both are. */
export async function sourceOf(
  {
    client,
    context,
    signal,
  }: { readonly client: FleetClient; readonly context: CliContext; readonly signal: AbortSignal },
  endpoint: string | undefined,
  options: WhoOptions,
): Promise<QuotaSource | undefined> {
  const { filter, audience, view, idsFile } = options;
  const given = [endpoint, filter, audience, view, idsFile].filter((one) => one !== undefined).length;
  if (given !== 1) {
    throw usageError("Say who is meant: one endpoint, or one of --filter, --audience, --view and --ids-file.");
  }
  if (endpoint !== undefined) {
    if (options.yes === true || options.confirm !== undefined) {
      throw usageError("--yes and --confirm are for many endpoints, and one is changed at once: leave it out.");
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
  const found = ids.filter((line) => line !== "" && !line.startsWith("#"));
  if (found.length === 0) throw usageError("The file names no endpoint.");
  return found;
}
