/** Options of `campaign create` for waves and replies: a canary, waves, their gates, and the expected reply. */
import { hasFields } from "#shared/defined-fields.ts";
import { t } from "../../text.ts";
import type { Command } from "commander";
import { stratumSchema, type Amount, type Gate, type Stratum } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { parseNumber } from "../../option-values.ts";
import { badValue, usageError } from "../../usage-error.ts";

type PlanInput = Parameters<FleetClient["campaigns"]["plan"]>[0];

export interface WaveOptions {
  readonly canary?: Amount;
  readonly canarySampleBy?: Stratum[];
  readonly canaryGate?: Gate;
  readonly wave?: Amount;
  readonly wavePause?: number;
  readonly waveGate?: Gate;
  readonly expect?: string;
  readonly replyWithin?: number;
  readonly watchHours?: number;
}

export const waveHelp = t(($) => $.cli.campaigns.waves.help);

export function addWaveOptions(plan: Command): Command {
  return plan
    .option(
      "--canary <size>",
      t(($) => $.cli.campaigns.waves.canary),
      parseAmount,
    )
    .option(
      "--canary-sample-by <kinds>",
      t(($) => $.cli.campaigns.waves.canaryOver, { kinds: stratumSchema.options.join(",") }),
      parseStrata,
    )
    .option(
      "--canary-gate <gate>",
      t(($) => $.cli.campaigns.waves.gate),
      parseGate,
    )
    .option(
      "--wave <size>",
      t(($) => $.cli.campaigns.waves.wave),
      parseAmount,
    )
    .option(
      "--wave-pause <time>",
      t(($) => $.cli.campaigns.waves.pause),
      parseMinutes,
    )
    .option(
      "--wave-gate <gate>",
      t(($) => $.cli.campaigns.waves.waveGate),
      parseGate,
    )
    .option(
      "--expect <pattern>",
      t(($) => $.cli.campaigns.expect),
    )
    .option(
      "--reply-within <time>",
      t(($) => $.cli.campaigns.replyWithin),
      parseMinutes,
    )
    .option(
      "--watch-hours <n>",
      t(($) => $.cli.campaigns.waves.watchHours),
      parseHours,
    );
}

/** The options in the shape of the contract. Throws `invalid-usage` for invalid combinations. */
export function waveInput(options: WaveOptions): Pick<PlanInput, "rings" | "expect" | "watchHours"> {
  const { expect: pattern, replyWithin, watchHours } = options;
  if (replyWithin !== undefined && pattern === undefined)
    throw usageError(t(($) => $.cli.campaigns.waves.replyNeedsExpect));
  const rollout = { ...canaryOf(options), ...wavesOf(options) };
  for (const gate of [options.canaryGate, options.waveGate]) {
    if (gate?.on === "expected-reply" && pattern === undefined) {
      throw usageError(t(($) => $.cli.campaigns.waves.gateNeedsExpect));
    }
  }
  return {
    rings: hasFields(rollout) ? rollout : undefined,
    expect: pattern === undefined ? undefined : { pattern, withinMinutes: replyWithin },
    watchHours,
  };
}

function canaryOf({
  canary: size,
  canarySampleBy: over,
  canaryGate: gate,
}: WaveOptions): Pick<NonNullable<PlanInput["rings"]>, "canary"> {
  if (size === undefined) {
    if (over !== undefined || gate !== undefined) throw usageError(t(($) => $.cli.campaigns.waves.needsCanary));
    return {};
  }
  if (gate === undefined) throw usageError(t(($) => $.cli.campaigns.waves.canaryNeedsGate));
  return { canary: { size, gate, over } };
}

function wavesOf({ wave: size, wavePause, waveGate }: WaveOptions): Pick<NonNullable<PlanInput["rings"]>, "waves"> {
  if (size === undefined) {
    if (wavePause !== undefined || waveGate !== undefined) throw usageError(t(($) => $.cli.campaigns.waves.needsWave));
    return {};
  }
  return {
    waves: {
      size,
      pauseMinutes: wavePause,
      gate: waveGate,
    },
  };
}

/** Parses `25` (recipients) or `5%` (of them). */
export function parseAmount(text: string): Amount {
  if (/^\d+$/.test(text) && Number(text) > 0) return { count: Number(text) };
  const share = parseShare(text);
  if (share === undefined) throw badValue(t(($) => $.cli.campaigns.waves.badSize));
  return { share };
}

/** Parses `delivered:90%:30m`: condition, required share, and time limit after the wave was sent. */
export function parseGate(text: string): Gate {
  const [, on, share = "", within = ""] = /^(delivered|expected-reply):([^:]+):([^:]+)$/.exec(text) ?? [];
  const requiredShare = parseShare(share);
  const withinMinutes = minutesOf(within);
  if ((on !== "delivered" && on !== "expected-reply") || requiredShare === undefined || withinMinutes === undefined) {
    throw badValue(t(($) => $.cli.campaigns.waves.badGate));
  }
  return { on, share: requiredShare, withinMinutes };
}

/** Parses `30m`, `2h`, `1d` or `45s` to minutes. */
export function parseMinutes(text: string): number {
  const minutes = minutesOf(text);
  if (minutes === undefined) throw badValue(t(($) => $.cli.campaigns.waves.badTime));
  return minutes;
}

function parseStrata(text: string): Stratum[] {
  const result = stratumSchema.array().safeParse(text.split(",").map((one) => one.trim()));
  if (result.success) return [...new Set(result.data)];
  throw badValue(t(($) => $.cli.campaigns.waves.badStrata, { kinds: stratumSchema.options.join(", ") }));
}

function parseHours(text: string): number {
  return parseNumber(
    t(($) => $.cli.campaigns.waves.watchHoursValue),
    0,
    168,
  )(text);
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
