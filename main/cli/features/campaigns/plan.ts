/** campaign create: freezes recipients and texts. Nothing is sent. */
import { resolve } from "node:path";
import { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import { stratumSchema, type Amount, type Gate, type Stratum } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { hasFields } from "#shared/defined-fields.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import { formatNumber, formatSegments } from "#shared/format.ts";
import { localZone } from "#shared/zone-time.ts";
import type { CliContext } from "../../context.ts";
import {
  choice,
  defineCommand,
  parsed,
  requiredText,
  text,
  type ValuesOf,
  whole,
  withDefault,
} from "../../define-command.ts";
import {
  badValue,
  checkInstant,
  minutesOf,
  parseInstant,
  parseMinutes,
  parseMissed,
  parseNumber,
  parsePositiveRate,
  parseQuiet,
  parseZone,
  usageError,
  skippedTo,
} from "../../option-values.ts";
import { t } from "../../text.ts";
import { senderOf, senderOption } from "../messages/sender-option.ts";
import { requireText, templateHelp, textOptions, withTemplate } from "../messages/templates.ts";
import {
  audienceHelp,
  audienceInput,
  audienceOptions,
  resolveAudienceSteps,
  type AudienceStepInput,
} from "./audience.ts";

type PlanInput = Parameters<FleetClient["campaigns"]["plan"]>[0];
type PlanAnswer = Awaited<ReturnType<FleetClient["campaigns"]["plan"]>>;

export const speedOptions = {
  rate: parsed("<rate>", ($) => $.cli.campaigns.rate, parsePositiveRate),
  concurrency: whole("<n>", ($) => $.cli.campaigns.concurrency, [t(($) => $.cli.campaigns.concurrencyValue), 1, 512]),
};

/** A canary, waves, their gates, and the expected reply. */
const waveOptions = {
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
  watchHours: parsed(
    "<n>",
    ($) => $.cli.campaigns.waves.watchHours,
    parseNumber(($) => $.cli.campaigns.waves.watchHoursValue, 0, 168),
  ),
};
export type WaveOptions = ValuesOf<typeof waveOptions>;

const named = {
  name: requiredText("<name>", ($) => $.cli.campaigns.plan.name),
  sender: senderOption,
};
/** Text, rate and schedule. */
const sendingOptions = {
  ...textOptions(($) => $.cli.campaigns.plan.textOption),
  ...speedOptions,
  at: parsed("<time>", ($) => $.cli.campaigns.plan.at, checkInstant),
  timeZone: parsed("<zone>", ($) => $.cli.campaigns.plan.zone, parseZone),
  ifMissed: parsed("<rule>", ($) => $.cli.campaigns.plan.missed, parseMissed),
  sendBefore: parsed("<time>", ($) => $.cli.campaigns.plan.expires, checkInstant),
  quietHours: parsed("<hours>", ($) => $.cli.campaigns.plan.quiet, parseQuiet),
  ifNotSent: withDefault(
    choice("<action>", ($) => $.cli.campaigns.plan.whenNotListed, ["send", "ask"]),
    "send",
  ),
  outageLimit: parsed("<time>", ($) => $.cli.campaigns.plan.outageLimit, parseOutageLimit),
  suppressionFile: text("<file>", ($) => $.cli.campaigns.suppressFile),
};
const options = { ...sendingOptions, ...audienceOptions, ...waveOptions };
export type PlanOptions = Pick<ValuesOf<typeof named>, "name"> &
  Partial<ValuesOf<typeof named> & ValuesOf<typeof options>>;

export const createCommand = defineCommand({
  path: "campaign create",
  summary: t(($) => $.cli.campaigns.plan.summary),
  options: { ...named, ...options },
  help: [
    t(($) => $.cli.campaigns.plan.help, { column: "{{column}}", field: "{{endpoint.name}}" }),
    templateHelp,
    audienceHelp,
    t(($) => $.cli.campaigns.waves.help),
  ].join("\n\n"),
  examples: [
    "fleetdesk campaign create --name reboot --sender 4911 --text 'REBOOT {{pin}}' --csv trackers.csv",
    "fleetdesk campaign create --name apn --sender 4911 --text 'APN iot' --filter 'tags:north*' --rate 5/s",
    "fleetdesk campaign create --name pins --sender 4911 --template resets/reboot --csv trackers.csv --var pin=0000",
    `fleetdesk campaign create --name follow-up --sender 4911 --text 'PING {{word}}' --add 'filter:tags:north*' \\
--remove campaign:7:accepted --add csv:extra.csv --var word=now`,
    `fleetdesk campaign create --name night --sender 4911 --text PING --csv all.csv --at 2031-04-02T22:00 --time-zone Europe/Berlin \\
--if-missed run:30 --send-before 2031-04-03T06:00 --quiet-hours 07:00-21:00 --suppression-file never.csv`,
    `fleetdesk campaign create --name fw --sender 4911 --text 'FW 2.1' --csv all.csv --canary 25 \\
--canary-sample-by tags,service-profile --canary-gate delivered:90%:30m --wave 20% --wave-pause 10m`,
    `fleetdesk campaign create --name apn --sender 4911 --text 'APN iot' --csv all.csv --canary 5% --expect '^OK' \\
--reply-within 30m --canary-gate expected-reply:80%:1h`,
  ],
  // Options are validated before the core is opened. With a template only later: the template may bring the reply that a gate requires.
  prepare: (call) => {
    requireText(call.options);
    warnOfSkipped(call.context, call.options);
    return call.options.template === undefined ? planInput(call.options, localZone()) : undefined;
  },
  run: async (call, early) => {
    const { core, client, signal, scope, context } = call;
    const { audience, ...input } = early ?? planInput(await withTemplate(client, call.options, signal), localZone());
    const stop = core.on("campaigns.planProgress", ({ rows }) =>
      context.progress.show({ label: t(($) => $.cli.campaigns.plan.rowsRead), done: rows }),
    );
    const steps = await resolveAudienceSteps(call, audience);
    const from = await senderOf(call, input.from);
    const answer = await client.campaigns.plan({ ...scope, ...input, from, audience: steps }, signal);
    stop();
    context.progress.end();
    return answer;
  },
  json: campaigns.operations.plan.output,
  render: describePlan,
});

function parseOutageLimit(input: string): number {
  return input.trim() === "0" ? 0 : parseMinutes(input);
}

/** The options in the shape of the contract, except names of audiences. Throws `invalid-usage` for invalid combinations. */
export function planInput(
  options: PlanOptions,
  ownZone: string,
): Omit<PlanInput, "audience" | "from"> & {
  /** Missing for the default sender of the connection. */
  readonly from?: string;
  readonly audience: readonly AudienceStepInput[];
} {
  const { name, sender, text: body = "", rate, concurrency, suppressionFile, ifNotSent, outageLimit } = options;
  return {
    name,
    from: sender,
    text: body,
    ...audienceInput(options),
    rate,
    concurrency,
    suppressFile: suppressionFile === undefined ? undefined : resolve(suppressionFile),
    whenNotListed: ifNotSent,
    stopRule: outageLimit === undefined ? undefined : { outageLimitMinutes: outageLimit },
    ...scheduleOf(options, ownZone),
    ...waveInput(options),
  };
}

/** Warns about a time that a change to daylight saving time skips; the time after the change is used. */
function warnOfSkipped(
  { terminal }: CliContext,
  { at, sendBefore, timeZone: zone = localZone() }: Pick<PlanOptions, "at" | "sendBefore" | "timeZone">,
): void {
  for (const [option, text] of [["--at", at] as const, ["--send-before", sendBefore] as const]) {
    if (text === undefined) continue;
    const time = skippedTo(text.trim(), zone);
    if (time !== undefined) terminal.err(t(($) => $.cli.campaigns.plan.skippedTime, { option, text, zone, time }));
  }
}

function scheduleOf(
  { at, timeZone, ifMissed: missed, sendBefore, quietHours: quiet }: PlanOptions,
  ownZone: string,
): Pick<PlanInput, "schedule"> {
  const zone = timeZone ?? ownZone;
  const start = at === undefined ? undefined : parseInstant(at, zone);
  const end = sendBefore === undefined ? undefined : parseInstant(sendBefore, zone);
  if (missed !== undefined && start === undefined) throw usageError(t(($) => $.cli.campaigns.plan.missedNeedsAt));
  if (start !== undefined && end !== undefined && end <= start)
    throw usageError(t(($) => $.cli.campaigns.plan.expiresBeforeAt));
  if (start === undefined && end === undefined && quiet === undefined) return {};
  return {
    schedule: {
      zone,
      at: start,
      expiresAt: end,
      missed,
      quiet,
    },
  };
}

/** Rows of the first source have no source number. */
function formatPlace(source: number, sourceRow: number): string {
  return source === 0
    ? t(($) => $.cli.campaigns.plan.row, { row: sourceRow })
    : t(($) => $.cli.campaigns.plan.rowOfSource, { row: sourceRow, source: source + 1 });
}

function describeMatch(by: string, column: string | undefined): string {
  const identifier = by === "name" ? by : by.toUpperCase();
  return column === undefined
    ? t(($) => $.cli.campaigns.plan.identifiedBy, { identifier })
    : t(($) => $.cli.campaigns.plan.identifiedByColumn, { identifier, column });
}

const maxListedExclusions = 10;

export function describePlan(answer: PlanAnswer): string {
  const { campaignId, planned, excluded, excludedByReason, segments, segmentsExact, by, column, note } = answer;
  // The answer lists only the first exclusions, so the total comes from the counts by reason.
  const left = Object.values(excludedByReason).reduce((sum, count) => sum + count, 0);
  const lines = [
    t(($) => $.cli.campaigns.plan.result, {
      campaign: campaignId,
      planned: formatNumber(planned - left),
      excluded: formatNumber(left),
      segments: formatSegments(segments, segmentsExact),
    }),
    ...(by === undefined ? [] : [describeMatch(by, column)]),
    ...excluded
      .slice(0, maxListedExclusions)
      .map(
        ({ source, sourceRow, reason, detail }) =>
          `  ${formatPlace(source, sourceRow)}: ${reason}${detail === undefined ? "" : ` (${detail})`}`,
      ),
  ];
  if (left > maxListedExclusions) {
    lines.push(
      t(($) => $.cli.campaigns.plan.moreExcluded, {
        count: left - maxListedExclusions,
        reasons: Object.entries(excludedByReason)
          .map(([reason, count]) => `${reason} ${formatNumber(count)}`)
          .join(", "),
        campaign: campaignId,
      }),
    );
  }
  const confirm = planned - left > maxUnconfirmed ? ` --confirm ${planned - left}` : "";
  if (note !== undefined) lines.push(t(($) => $.cli.program.note, { note }));
  lines.push(
    planned > left
      ? t(($) => $.cli.campaigns.plan.notSentYet, { campaign: campaignId, confirm })
      : t(($) => $.cli.campaigns.plan.allExcluded, { campaign: campaignId }),
  );
  return `${lines.join("\n")}\n`;
}

// Waves and replies.

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

function parseShare(input: string): number | undefined {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(input.trim()) ?? [];
  const share = Number(percent ?? Number.NaN) / 100;
  return share > 0 && share <= 1 ? share : undefined;
}
