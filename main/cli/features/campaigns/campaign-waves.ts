/** campaign waves, open-wave, history. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import type { CampaignStatus, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { labelOf } from "../../choices.ts";
import { describeStatus, reasonText, statusJson } from "./campaign-text.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { formatNumber } from "#shared/format.ts";
import { formatTable, iso, printJson } from "../../output.ts";

export function addCampaignWaves(campaign: Command, context: CliContext): void {
  campaign
    .command("waves <id>")
    .description(t(($) => $.cli.campaigns.waves.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign waves 1"] }))
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { waves } = await client.campaigns.waves({ campaignId }, signal);
        if (context.globals().json) printJson(context.terminal, { waves: waves.map(waveJson) });
        else context.terminal.out(describeWaves(waves));
      });
    });

  campaign
    .command("open-wave <id>")
    .description(t(($) => $.cli.campaigns.openWave.summary))
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.campaigns.openWave.help),
        examples: ["fleetdesk campaign open-wave 1 && fleetdesk campaign resume 1"],
      }),
    )
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { waves } = await client.campaigns.waves({ campaignId }, signal);
        const after = (await client.campaigns.status({ campaignId }, signal)).wave?.open;
        // `after` makes the call a no-op if another wave has opened since: its number of recipients would differ from the confirmed one.
        const status = await client.campaigns.openWave({ campaignId, after }, signal);
        const opened = waves.find(({ wave }) => wave === status.wave?.open);
        if (opened !== undefined) context.terminal.err(describeOpened(status, opened.pending));
        if (context.globals().json) printJson(context.terminal, statusJson(status));
        else context.terminal.out(describeStatus(status));
      });
    });

  campaign
    .command("history <id>")
    .description(t(($) => $.cli.campaigns.steps.summary))
    .option(
      "--recipient <n>",
      t(($) => $.cli.campaigns.steps.row),
      parseWhole(
        t(($) => $.cli.campaigns.steps.rowValue),
        0,
        100_000_000,
      ),
    )
    .addHelpText(
      "after",
      helpText({ examples: ["fleetdesk campaign history 1", "fleetdesk campaign history 1 --recipient 42"] }),
    )
    .action(async (campaignId: string, { recipient }: { recipient?: number }) => {
      await context.withCore(async ({ client }, signal) => {
        if (recipient === undefined) printSteps(context, (await client.campaigns.steps({ campaignId }, signal)).steps);
        else
          printRowSteps(context, (await client.campaigns.recipientSteps({ campaignId, row: recipient }, signal)).steps);
      });
    });
}

/** Number of messages, connection, and when they are sent. */
function describeOpened({ campaignId, connection, state }: CampaignStatus, pending: number): string {
  const sends = t(($) => $.cli.campaigns.openWave.messages, { count: pending, connection });
  return state === "paused"
    ? t(($) => $.cli.campaigns.openWave.opened, { messages: sends, campaign: campaignId })
    : t(($) => $.cli.campaigns.openWave.sending, { messages: sends });
}

function waveJson(wave: WaveStatus): Readonly<Record<string, unknown>> {
  return {
    ...wave,
    openedAt: iso(wave.openedAt) ?? null,
    drainedAt: iso(wave.drainedAt) ?? null,
    until: iso(wave.until) ?? null,
    decidedAt: iso(wave.decidedAt) ?? null,
  };
}

function describeWaves(waves: readonly WaveStatus[]): string {
  if (waves.length === 0) return t(($) => $.cli.campaigns.waves.single);
  const rows = waves.map((wave) => [
    String(wave.wave + 1),
    wave.canary ? t(($) => $.cli.values.canary) : t(($) => $.cli.values.wave),
    wave.phase,
    `${formatNumber(wave.sent)}/${formatNumber(wave.size)}`,
    formatNumber(wave.delivered),
    formatNumber(wave.asExpected),
    wave.needed === undefined ? "" : `${formatNumber(wave.needed)} ${wave.gate?.on ?? ""}`,
    wave.phase === "waiting" ? (iso(wave.until) ?? "") : "",
    wave.message ?? "",
  ]);
  return formatTable(
    [
      t(($) => $.cli.headings.wave),
      t(($) => $.cli.headings.kind),
      t(($) => $.cli.headings.phase),
      t(($) => $.cli.headings.sent),
      t(($) => $.cli.headings.delivered),
      t(($) => $.cli.headings.expectedReplies),
      t(($) => $.cli.headings.needed),
      t(($) => $.cli.headings.until),
      t(($) => $.cli.headings.message),
    ],
    rows,
    90,
  );
}

type Steps = readonly {
  readonly at: number;
  readonly event: string;
  readonly state: string;
  readonly reason?: string;
  readonly message?: string;
}[];

function printSteps(context: CliContext, steps: Steps): void {
  if (context.globals().json) {
    printJson(context.terminal, { steps: steps.map((step) => ({ ...step, at: iso(step.at) })) });
    return;
  }
  const rows = steps.map(({ at, event, state, reason, message }) => [
    iso(at) ?? "",
    labelOf(event),
    reason === undefined ? state : `${state} (${reasonText(reason)})`,
    message ?? "",
  ]);
  context.terminal.out(
    formatTable(
      [
        t(($) => $.cli.headings.time),
        t(($) => $.cli.headings.step),
        t(($) => $.cli.headings.state),
        t(($) => $.cli.headings.message),
      ],
      rows,
      120,
    ),
  );
}

type RowSteps = readonly {
  readonly at: number;
  readonly kind: string;
  readonly code?: string;
  readonly detail?: string;
}[];

function printRowSteps(context: CliContext, steps: RowSteps): void {
  if (context.globals().json) {
    printJson(context.terminal, { steps: steps.map((step) => ({ ...step, at: iso(step.at) })) });
    return;
  }
  const rows = steps.map(({ at, kind, code, detail }) => [
    iso(at) ?? "",
    labelOf(kind),
    code === undefined ? "" : labelOf(code),
    detail ?? "",
  ]);
  context.terminal.out(
    formatTable(
      [
        t(($) => $.cli.headings.time),
        t(($) => $.cli.headings.step),
        t(($) => $.cli.headings.code),
        t(($) => $.cli.headings.detail),
      ],
      rows,
      120,
    ),
  );
}
