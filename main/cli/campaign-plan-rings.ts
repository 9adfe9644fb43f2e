/** Options of `campaign plan` for rings and answers: a canary, waves, their gates, what devices are expected to say. */
import type { Command } from "commander";
import { stratumSchema, type Amount, type Gate, type Stratum } from "#contract/campaign-words.ts";
import type { FleetClient } from "#contract/index.ts";
import { parseNumber } from "./option-values.ts";
import { badValue, usageError } from "./usage-error.ts";

type PlanInput = Parameters<FleetClient["campaigns"]["plan"]>[0];

export interface RingOptions {
  readonly canary?: Amount;
  readonly canaryOver?: Stratum[];
  readonly gate?: Gate;
  readonly wave?: Amount;
  readonly wavePause?: number;
  readonly waveGate?: Gate;
  readonly expect?: string;
  readonly replyWithin?: number;
  readonly watchHours?: number;
}

export const ringHelp = `
A canary is sent first; the rest follows in waves once its gate is met, or when a person says so (fleetdesk campaign open-ring).
  $ fleetdesk campaign plan --name fw --from 4911 --text 'FW 2.1' --csv all.csv --canary 25 --canary-over tags,service-profile \\
      --gate delivered:90%:30m --wave 20% --wave-pause 10m
  $ fleetdesk campaign plan --name apn --from 4911 --text 'APN iot' --csv all.csv --canary 5% --expect '^OK' --reply-within 30m \\
      --gate expected-reply:80%:1h`;

export function addRingOptions(plan: Command): Command {
  return plan
    .option("--canary <size>", "send to so many first: a number, or a share such as 5%", parseAmount)
    .option(
      "--canary-over <kinds>",
      `the canary stands for all of these: ${stratumSchema.options.join(",")}`,
      parseStrata,
    )
    .option("--gate <gate>", "what the canary must show, as in delivered:90%:30m or expected-reply:80%:1h", parseGate)
    .option("--wave <size>", "then go on in waves of so many: a number, or a share of the rest", parseAmount)
    .option("--wave-pause <time>", "time between waves, as in 10m", parseMinutes)
    .option("--wave-gate <gate>", "what each wave must show before the next, written as --gate is", parseGate)
    .option("--expect <pattern>", "the answer a device gives when all is well: an RE2 regular expression")
    .option("--reply-within <time>", "how long an answer may take (default: 1h)", parseMinutes)
    .option("--watch-hours <n>", "ask for deliveries and answers for so many hours (default: 24)", parseHours);
}

/** The options as the treaty takes them. Throws `invalid-usage` for combinations that make no sense. */
export function ringInput(options: RingOptions): Pick<PlanInput, "rings" | "expect" | "watchHours"> {
  const { expect: pattern, replyWithin, watchHours } = options;
  if (replyWithin !== undefined && pattern === undefined) throw usageError("--reply-within goes with --expect.");
  const rings = { ...canaryOf(options), ...wavesOf(options) };
  for (const gate of [options.gate, options.waveGate]) {
    if (gate?.on === "expected-reply" && pattern === undefined) {
      throw usageError("A gate on expected-reply needs to know the answer: name it with --expect.");
    }
  }
  return {
    ...(Object.keys(rings).length === 0 ? {} : { rings }),
    ...(pattern === undefined
      ? {}
      : { expect: { pattern, ...(replyWithin === undefined ? {} : { withinMinutes: replyWithin }) } }),
    ...(watchHours === undefined ? {} : { watchHours }),
  };
}

function canaryOf({
  canary: size,
  canaryOver: over,
  gate,
}: RingOptions): Pick<NonNullable<PlanInput["rings"]>, "canary"> {
  if (size === undefined) {
    if (over !== undefined || gate !== undefined) throw usageError("--canary-over and --gate go with --canary.");
    return {};
  }
  if (gate === undefined) throw usageError("Say with --gate what the canary must show before the rest is sent to.");
  return { canary: { size, gate, ...(over === undefined ? {} : { over }) } };
}

function wavesOf({ wave: size, wavePause, waveGate }: RingOptions): Pick<NonNullable<PlanInput["rings"]>, "waves"> {
  if (size === undefined) {
    if (wavePause !== undefined || waveGate !== undefined)
      throw usageError("--wave-pause and --wave-gate go with --wave.");
    return {};
  }
  return {
    waves: {
      size,
      ...(wavePause === undefined ? {} : { pauseMinutes: wavePause }),
      ...(waveGate === undefined ? {} : { gate: waveGate }),
    },
  };
}

/** `25` recipients, or `5%` of them. */
export function parseAmount(text: string): Amount {
  if (/^\d+$/.test(text) && Number(text) > 0) return { count: Number(text) };
  const share = parseShare(text);
  if (share === undefined)
    throw badValue("A size is written as a number of recipients, such as 25, or as a share, such as 5%.");
  return { share };
}

/** `delivered:90%:30m`: what, of how many, within which time after the ring was sent. */
export function parseGate(text: string): Gate {
  const [, on, share = "", within = ""] = /^(delivered|expected-reply):([^:]+):([^:]+)$/.exec(text) ?? [];
  const wanted = parseShare(share);
  const withinMinutes = minutesOf(within);
  if ((on !== "delivered" && on !== "expected-reply") || wanted === undefined || withinMinutes === undefined) {
    throw badValue("A gate is written as delivered:90%:30m or expected-reply:80%:1h.");
  }
  return { on, share: wanted, withinMinutes };
}

/** `30m`, `2h`, `1d` or `45s`, as minutes. */
export function parseMinutes(text: string): number {
  const minutes = minutesOf(text);
  if (minutes === undefined) throw badValue("A time is written as 30m, 2h, 1d or 45s.");
  return minutes;
}

function parseStrata(text: string): Stratum[] {
  const found = stratumSchema.array().safeParse(text.split(",").map((one) => one.trim()));
  if (found.success) return [...new Set(found.data)];
  throw badValue(`The canary can stand for these, with commas between: ${stratumSchema.options.join(", ")}.`);
}

function parseHours(text: string): number {
  return parseNumber("The hours of watching", 0, 168)(text);
}

function parseShare(text: string): number | undefined {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(text.trim()) ?? [];
  const share = Number(percent ?? Number.NaN) / 100;
  return share > 0 && share <= 1 ? share : undefined;
}

const perUnit = { s: 1 / 60, m: 1, h: 60, d: 1440 } as const;
const longestMinutes = 10_080;

function minutesOf(text: string): number | undefined {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text.trim()) ?? [];
  const minutes = Number(amount) * (perUnit[unit as keyof typeof perUnit] ?? Number.NaN);
  return minutes > 0 && minutes <= longestMinutes ? minutes : undefined;
}
