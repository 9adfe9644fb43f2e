/** campaign plan: freezes who gets which text. Nothing is sent. */
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import type { FleetClient } from "#contract/index.ts";
import { maxUnconfirmed } from "#contract/limits.ts";
import {
  addAudienceOptions,
  audienceHelp,
  audienceInput,
  columnsOf,
  findParts,
  type AudienceOptions,
  type WrittenStep,
} from "./campaign-audience.ts";
import { addRingOptions, parseMinutes, ringHelp, ringInput, type RingOptions } from "./campaign-plan-rings.ts";
import type { CliContext } from "./context.ts";
import {
  checkInstant,
  parseInstant,
  parseMissed,
  parsePositiveRate,
  parseQuiet,
  parseWhole,
  parseZone,
} from "./option-values.ts";
import { formatCount, formatSegments, printJson } from "./output.ts";
import { addTextOptions, requireText, templateHelp, withTemplate } from "./template-text.ts";
import { usageError } from "./usage-error.ts";
import { skippedTo } from "./zoned-time.ts";

type PlanInput = Parameters<FleetClient["campaigns"]["plan"]>[0];
type PlanAnswer = Awaited<ReturnType<FleetClient["campaigns"]["plan"]>>;

export interface PlanOptions extends RingOptions, AudienceOptions {
  readonly name: string;
  readonly from: string;
  readonly text?: string;
  readonly template?: string;
  readonly rate?: number;
  readonly concurrency?: number;
  readonly at?: string;
  readonly zone?: string;
  readonly missed?: ReturnType<typeof parseMissed>;
  readonly expires?: string;
  readonly quiet?: ReturnType<typeof parseQuiet>;
  readonly suppress?: string;
  readonly whenNotListed?: "send" | "ask";
  readonly outageLimit?: number;
}

const help = `
The text may hold {{column}} (a column of the CSV) and {{endpoint.name}} and the like. The CSV has a header; one of its columns names the
endpoint by id, ICCID, IMSI, MSISDN, IMEI or name, and is found by itself unless --by says which.

Examples:
  $ fleetdesk campaign plan --name reboot --from 4911 --text 'REBOOT {{pin}}' --csv trackers.csv
  $ fleetdesk campaign plan --name apn --from 4911 --text 'APN iot' --filter 'tags:north*' --rate 5/s
  $ fleetdesk campaign plan --name pins --from 4911 --template resets/reboot --csv trackers.csv --set pin=0000
  $ fleetdesk campaign plan --name night --from 4911 --text PING --csv all.csv --at 2031-04-02T22:00 --zone Europe/Berlin \\
      --missed run:30 --expires 2031-04-03T06:00 --quiet 07:00-21:00 --suppress never.csv`;

export function addCampaignPlan(campaign: Command, context: CliContext): void {
  const plan = campaign
    .command("plan")
    .description("freeze audience, order and texts of a campaign; nothing is sent")
    .requiredOption("--name <name>", "name of the campaign")
    .requiredOption("--from <number>", "source address");
  addTextOptions(plan, "what to send")
    .option("--rate <rate>", "at most 5/s, 300/min, or a number per second", parsePositiveRate)
    .option("--concurrency <n>", "requests at the same time", parseWhole("The concurrency", 1, 512))
    .option("--at <time>", "when to start, ISO 8601", checkInstant)
    .option("--zone <zone>", "time zone of all times here (default: this computer's)", parseZone)
    .option("--missed <rule>", "when the start was missed: run:MINUTES, ask or skip (default: run:15)", parseMissed)
    .option("--expires <time>", "send nothing after this time, ISO 8601", checkInstant)
    .option("--quiet <hours>", "send nothing between these times of day, as in 20:00-07:00", parseQuiet)
    .addOption(
      new Option("--when-not-listed <action>", "after proof that a message was not sent: send it again, or ask")
        .choices(["send", "ask"])
        .default("send"),
    )
    .option(
      "--outage-limit <time>",
      "how long to wait for a service that does not answer, as in 2h; 0 pauses at once (default: 12h)",
      parseOutageLimit,
    )
    .option("--suppress <file>", "never send to the endpoints named in this file");
  addRingOptions(addAudienceOptions(plan))
    .addHelpText("after", help + templateHelp + audienceHelp + ringHelp)
    .action(async (options: PlanOptions) => {
      requireText(options);
      // What is wrong with the options is said before anything is opened; a template may bring the answer that a gate waits for.
      warnOfSkipped(context, options);
      const early = options.template === undefined ? planInput(options, localZone()) : undefined;
      const { audience: given } = early ?? audienceInput(options);
      await context.withCore(async ({ client, on }, signal) => {
        const columns = (): Promise<readonly string[]> => columnsOf(client, context, given, signal);
        const { audience, ...input } =
          early ?? planInput(await withTemplate(client, options, columns, signal), localZone());
        const stop = on("campaigns.planProgress", ({ rows }) =>
          context.progress.show({ label: "Rows read", done: rows }),
        );
        const parts = await findParts(client, context, audience, signal);
        const answer = await client.campaigns.plan({ ...context.scope(), ...input, audience: parts }, signal);
        stop();
        context.progress.end();
        if (context.globals().json) printJson(context.terminal, answer);
        else context.terminal.out(describePlan(answer));
      });
    });
}

function parseOutageLimit(text: string): number {
  return text.trim() === "0" ? 0 : parseMinutes(text);
}

function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Options as the treaty takes them, but for the names of audiences. Throws `invalid-usage` for combinations that make no sense. */
export function planInput(
  options: PlanOptions,
  ownZone: string,
): Omit<PlanInput, "audience"> & { readonly audience: readonly WrittenStep[] } {
  const { name, from, text = "", rate, concurrency, suppress, whenNotListed, outageLimit } = options;
  return {
    name,
    from,
    text,
    ...audienceInput(options),
    ...(rate === undefined ? {} : { rate }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(suppress === undefined ? {} : { suppressFile: resolve(suppress) }),
    ...(whenNotListed === undefined ? {} : { whenNotListed }),
    ...(outageLimit === undefined ? {} : { stopRule: { outageLimitMinutes: outageLimit } }),
    ...scheduleOf(options, ownZone),
    ...ringInput(options),
  };
}

/** A clock that is put forward skips times: the one that is meant is the one after. */
function warnOfSkipped(context: CliContext, { at, expires, zone = localZone() }: PlanOptions): void {
  for (const [option, text] of [["--at", at] as const, ["--expires", expires] as const]) {
    const time = text === undefined ? undefined : skippedTo(text.trim(), zone);
    if (time !== undefined)
      context.terminal.err(
        `warning: The clocks in ${zone} skip the time of ${option} ${text}; it is taken as ${time}.\n`,
      );
  }
}

function scheduleOf(
  { at, zone: named, missed, expires, quiet }: PlanOptions,
  ownZone: string,
): Pick<PlanInput, "schedule"> {
  const zone = named ?? ownZone;
  const start = at === undefined ? undefined : parseInstant(at, zone);
  const end = expires === undefined ? undefined : parseInstant(expires, zone);
  if (missed !== undefined && start === undefined)
    throw usageError("--missed says what to do when the time of --at was missed; name that time too.");
  if (start !== undefined && end !== undefined && end <= start)
    throw usageError("The time of --expires must come after the time of --at.");
  if (start === undefined && end === undefined && quiet === undefined) return {};
  return {
    schedule: {
      zone,
      ...(start === undefined ? {} : { at: start }),
      ...(end === undefined ? {} : { expiresAt: end }),
      ...(missed === undefined ? {} : { missed }),
      ...(quiet === undefined ? {} : { quiet }),
    },
  };
}

/** Rows of the first part keep the numbers of their list. */
export function placeWords(source: number, sourceRow: number): string {
  return source === 0 ? `row ${sourceRow}` : `row ${sourceRow} of part ${source + 1}`;
}

const shownExclusions = 10;

/** The plan for a person. */
export function describePlan(answer: PlanAnswer): string {
  const { campaignId, planned, excluded, excludedByReason, segments, segmentsExact, by, column, note } = answer;
  // Of very many exclusions the answer lists the first only.
  const left = Object.values(excludedByReason).reduce((sum, count) => sum + count, 0);
  const through = by === undefined ? "" : `, found by ${by}${column === undefined ? "" : ` in column "${column}"`}`;
  const lines = [
    `Campaign ${campaignId}: ${formatCount(planned - left)} to send, ${formatCount(left)} excluded, ${formatSegments(segments, segmentsExact)}${through}.`,
    ...excluded
      .slice(0, shownExclusions)
      .map(
        ({ source, sourceRow, reason, detail }) =>
          `  ${placeWords(source, sourceRow)}: ${reason}${detail === undefined ? "" : ` (${detail})`}`,
      ),
  ];
  if (left > shownExclusions) {
    lines.push(
      `  and ${formatCount(left - shownExclusions)} more; see them with: fleetdesk campaign recipients ${campaignId} --outcome excluded`,
    );
  }
  const confirm = planned - left > maxUnconfirmed ? ` --confirm ${planned - left}` : "";
  if (note !== undefined) lines.push(`Note: ${note}`);
  lines.push(
    planned > left
      ? `Nothing has been sent. Send with: fleetdesk campaign run ${campaignId}${confirm}`
      : `Nobody is left to send to: everybody is excluded. Forget it with: fleetdesk campaign remove ${campaignId} --yes`,
  );
  return `${lines.join("\n")}\n`;
}
