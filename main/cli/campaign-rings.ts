/** campaign rings, open-ring, steps: the way of a campaign through its rings, and what is recorded of it. */
import { t } from "./text.ts";
import { helpText } from "./help-text.ts";
import type { Command } from "commander";
import type { CampaignStatus, RingStatus } from "#contract/campaign-words.ts";
import { describeStatus, statusJson } from "./campaign-text.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { formatCount, formatTable, iso, printJson } from "./output.ts";

export function addCampaignRings(campaign: Command, context: CliContext): void {
  campaign
    .command("rings <id>")
    .description(t(($) => $.cli.campaigns.waves.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign rings 1"] }))
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { rings } = await client.campaigns.rings({ campaignId }, signal);
        if (context.globals().json) printJson(context.terminal, { rings: rings.map(ringJson) });
        else context.terminal.out(describeRings(rings));
      });
    });

  campaign
    .command("open-ring <id>")
    .description(t(($) => $.cli.campaigns.openWave.summary))
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.campaigns.openWave.help),
        examples: ["fleetdesk campaign open-ring 1 && fleetdesk campaign resume 1"],
      }),
    )
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { rings } = await client.campaigns.rings({ campaignId }, signal);
        const after = (await client.campaigns.status({ campaignId }, signal)).ring?.open;
        // Where the next one was opened meanwhile, nothing is: the number below would be another ring's.
        const status = await client.campaigns.openRing(
          { campaignId, ...(after === undefined ? {} : { after }) },
          signal,
        );
        const opened = rings.find(({ ring }) => ring === status.ring?.open);
        if (opened !== undefined) context.terminal.err(describeOpened(status, opened.pending));
        if (context.globals().json) printJson(context.terminal, statusJson(status));
        else context.terminal.out(describeStatus(status));
      });
    });

  campaign
    .command("steps <id>")
    .description(t(($) => $.cli.campaigns.steps.summary))
    .option(
      "--row <n>",
      t(($) => $.cli.campaigns.steps.row),
      parseWhole(
        t(($) => $.cli.campaigns.steps.rowValue),
        0,
        100_000_000,
      ),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign steps 1", "fleetdesk campaign steps 1 --row 42"] }))
    .action(async (campaignId: string, { row }: { row?: number }) => {
      await context.withCore(async ({ client }, signal) => {
        if (row === undefined) printSteps(context, (await client.campaigns.steps({ campaignId }, signal)).steps);
        else printRowSteps(context, (await client.campaigns.recipientSteps({ campaignId, row }, signal)).steps);
      });
    });
}

/** How many are sent to, over which connection, and when. */
function describeOpened({ campaignId, connection, state }: CampaignStatus, pending: number): string {
  const sends = t(($) => $.cli.campaigns.openWave.messages, { count: pending, connection });
  return state === "paused"
    ? t(($) => $.cli.campaigns.openWave.opened, { messages: sends, campaign: campaignId })
    : t(($) => $.cli.campaigns.openWave.sending, { messages: sends });
}

function ringJson(ring: RingStatus): Readonly<Record<string, unknown>> {
  return {
    ...ring,
    openedAt: iso(ring.openedAt) ?? null,
    drainedAt: iso(ring.drainedAt) ?? null,
    until: iso(ring.until) ?? null,
    decidedAt: iso(ring.decidedAt) ?? null,
  };
}

function describeRings(rings: readonly RingStatus[]): string {
  if (rings.length === 0) return t(($) => $.cli.campaigns.waves.single);
  const rows = rings.map((ring) => [
    String(ring.ring),
    ring.canary ? "canary" : "wave",
    ring.phase,
    `${formatCount(ring.sent)}/${formatCount(ring.size)}`,
    formatCount(ring.delivered),
    formatCount(ring.asExpected),
    ring.needed === undefined ? "" : `${formatCount(ring.needed)} ${ring.gate?.on ?? ""}`,
    ring.phase === "waiting" ? (iso(ring.until) ?? "") : "",
    ring.message ?? "",
  ]);
  return formatTable(["WAVE", "", "PHASE", "SENT", "DELIVERED", "AS EXPECTED", "NEEDED", "UNTIL", ""], rows, 90);
}

type Steps = readonly {
  readonly at: number;
  readonly event: string;
  readonly state: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}[];

function printSteps(context: CliContext, steps: Steps): void {
  if (context.globals().json) {
    printJson(context.terminal, { steps: steps.map((step) => ({ ...step, at: iso(step.at) })) });
    return;
  }
  const rows = steps.map(({ at, event, state, reason, message }) => [
    iso(at) ?? "",
    event,
    reason === undefined ? state : `${state} (${reason})`,
    message ?? "",
  ]);
  context.terminal.out(formatTable(["AT", "STEP", "STATE", ""], rows, 120));
}

type RowSteps = readonly {
  readonly at: number;
  readonly kind: string;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
}[];

function printRowSteps(context: CliContext, steps: RowSteps): void {
  if (context.globals().json) {
    printJson(context.terminal, { steps: steps.map((step) => ({ ...step, at: iso(step.at) })) });
    return;
  }
  const rows = steps.map(({ at, kind, code, detail }) => [iso(at) ?? "", kind, code ?? "", detail ?? ""]);
  context.terminal.out(formatTable(["AT", "STEP", "CODE", ""], rows, 120));
}
