/** Options of `campaign create` for waves and replies: a canary, waves, their gates, and the expected reply. */
import { stratumSchema, type Amount, type Gate, type Stratum } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { hasFields } from "#shared/defined-fields.ts";
import { parsed, text, type ValuesOf } from "../../define-command.ts";
import { minutesOf, parseMinutes, parseNumber, badValue, usageError } from "../../option-values.ts";
import { t } from "../../text.ts";

type PlanInput = Parameters<FleetClient["campaigns"]["plan"]>[0];

export const waveHelp = t(($) => $.cli.campaigns.waves.help);

export const waveOptions = {
  canary: parsed("<size>", ($) => $.cli.campaigns.waves.canary, parseAmount),
  canarySampleBy: parsed(
    "<kinds>",
    t(($) => $.cli.campaigns.waves.canaryOver, { kinds: stratumSchema.options.join(",") }),
    parseStrata,
  ),
  canaryGate: parsed("<gate>", ($) => $.cli.campaigns.waves.gate, parseGate),
  wave: parsed("<size>", ($) => $.cli.campaigns.waves.wave, parseAmount),
  wavePause: parsed("<time>", ($) => $.cli.campaigns.waves.pause, parseMinutes),
  waveGate: parsed("<gate>", ($) => $.cli.campaigns.waves.waveGate, parseGate),
  expect: text("<pattern>", ($) => $.cli.campaigns.expect),
  replyWithin: parsed("<time>", ($) => $.cli.campaigns.replyWithin, parseMinutes),
  watchHours: parsed("<n>", ($) => $.cli.campaigns.waves.watchHours, parseHours),
};
export type WaveOptions = ValuesOf<typeof waveOptions>;

/** The options in the shape of the contract. Throws `invalid-usage` for invalid combinations. */
export function waveInput(options: Partial<WaveOptions>): Pick<PlanInput, "rollout" | "expect" | "watchHours"> {
  const { expect: pattern, replyWithin, watchHours } = options;
  if (replyWithin !== undefined && pattern === undefined)
    throw usageError(t(($) => $.cli.messages.send.replyWithinNeedsExpect));
  const rollout = { ...canaryOf(options), ...wavesOf(options) };
  for (const gate of [options.canaryGate, options.waveGate]) {
    if (gate?.on === "expected-reply" && pattern === undefined) {
      throw usageError(t(($) => $.cli.campaigns.waves.gateNeedsExpect));
    }
  }
  return {
    rollout: hasFields(rollout) ? rollout : undefined,
    expect: pattern === undefined ? undefined : { pattern, withinMinutes: replyWithin },
    watchHours,
  };
}

function canaryOf({
  canary: size,
  canarySampleBy: over,
  canaryGate: gate,
}: Partial<WaveOptions>): Pick<NonNullable<PlanInput["rollout"]>, "canary"> {
  if (size === undefined) {
    if (over !== undefined || gate !== undefined) throw usageError(t(($) => $.cli.campaigns.waves.needsCanary));
    return {};
  }
  if (gate === undefined) throw usageError(t(($) => $.cli.campaigns.waves.canaryNeedsGate));
  return { canary: { size, gate, over } };
}

function wavesOf({
  wave: size,
  wavePause,
  waveGate,
}: Partial<WaveOptions>): Pick<NonNullable<PlanInput["rollout"]>, "waves"> {
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
export function parseAmount(input: string): Amount {
  if (/^\d+$/.test(input) && Number(input) > 0) return { count: Number(input) };
  const share = parseShare(input);
  if (share === undefined) throw badValue(t(($) => $.cli.campaigns.waves.badSize));
  return { share };
}

/** Parses `delivered:90%:30m`: condition, required share, and time limit after the wave was sent. */
export function parseGate(input: string): Gate {
  const [, on, share = "", within = ""] = /^(delivered|expected-reply):([^:]+):([^:]+)$/.exec(input) ?? [];
  const requiredShare = parseShare(share);
  const withinMinutes = minutesOf(within);
  if ((on !== "delivered" && on !== "expected-reply") || requiredShare === undefined || withinMinutes === undefined) {
    throw badValue(t(($) => $.cli.campaigns.waves.badGate));
  }
  return { on, share: requiredShare, withinMinutes };
}

function parseStrata(input: string): Stratum[] {
  const result = stratumSchema.array().safeParse(input.split(",").map((one) => one.trim()));
  if (result.success) return [...new Set(result.data)];
  throw badValue(t(($) => $.cli.campaigns.waves.badStrata, { kinds: stratumSchema.options.join(", ") }));
}

function parseHours(input: string): number {
  return parseNumber(
    t(($) => $.cli.campaigns.waves.watchHoursValue),
    0,
    168,
  )(input);
}

function parseShare(input: string): number | undefined {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(input.trim()) ?? [];
  const share = Number(percent ?? Number.NaN) / 100;
  return share > 0 && share <= 1 ? share : undefined;
}
