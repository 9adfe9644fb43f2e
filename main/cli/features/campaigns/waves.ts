/** campaign waves, open-wave, history. */
import { z } from "zod";
import { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import {
  campaignStatusSchema,
  waveStatusSchema,
  type CampaignStatus,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatNumber } from "#shared/format.ts";
import { formatText } from "#shared/texts/text.ts";
import { pauseReasonText } from "#shared/rules/pause-reasons.ts";
import { ownCampaign } from "../../own-campaign.ts";
import { labelOf } from "../../option-values.ts";
import { argument, defineCommand, defineList, whole } from "../../define-command.ts";
import { iso } from "../../output.ts";
import { t } from "../../text.ts";
import { describeStatus } from "./campaign-text.ts";

const args = { id: argument(($) => $.cli.program.argument.campaign) };

const waves = defineList({
  path: "campaign waves",
  summary: t(($) => $.cli.campaigns.waves.summary),
  args,
  examples: ["fleetdesk campaign waves 1"],
  run: async ({ client, signal, args: { id: campaignId } }) => ({
    pages: (await client.campaigns.waves({ campaignId }, signal)).waves,
    footer: (count) => (count === 0 ? t(($) => $.cli.campaigns.waves.single) : undefined),
  }),
  columns: {
    wave: ({ wave }) => String(wave + 1),
    kind: ({ canary }) => (canary ? t(($) => $.cli.values.canary) : t(($) => $.cli.values.wave)),
    phase: ({ phase }) => phase,
    sent: ({ sent, size }) => `${formatNumber(sent)}/${formatNumber(size)}`,
    delivered: ({ delivered }) => formatNumber(delivered),
    expectedReplies: ({ asExpected }) => formatNumber(asExpected),
    needed: ({ needed, gate }) => (needed === undefined ? "" : `${formatNumber(needed)} ${gate?.on ?? ""}`),
    until: ({ phase, until }) => (phase === "waiting" ? iso(until) : ""),
    message: ({ message }) => message && formatText(message),
  },
  id: ({ wave }) => String(wave + 1),
  item: waveStatusSchema,
  widest: 90,
});

const openWave = defineCommand({
  path: "campaign open-wave",
  summary: t(($) => $.cli.campaigns.openWave.summary),
  args,
  help: t(($) => $.cli.campaigns.openWave.help),
  examples: ["fleetdesk campaign open-wave 1 && fleetdesk campaign resume 1"],
  run: async (call) => {
    const { client, signal, args: input, context } = call;
    const campaignId = input.id;
    const before = (await client.campaigns.waves({ campaignId }, signal)).waves;
    const after = (await ownCampaign(call, campaignId)).wave?.open;
    // `after` makes the call a no-op if another wave has opened since: its number of recipients would differ from the confirmed one.
    const status = await client.campaigns.openWave({ campaignId, after }, signal);
    const opened = before.find(({ wave }) => wave === status.wave?.open);
    if (opened !== undefined) context.terminal.err(describeOpened(status, opened.pending));
    return status;
  },
  json: campaignStatusSchema,
  render: describeStatus,
});

/** Number of messages, connection, and when they are sent. */
function describeOpened({ campaignId, connection, state, message }: CampaignStatus, pending: number): string {
  const sends = t(($) => $.cli.campaigns.openWave.messages, { count: pending, connection });
  // The condition of a waiting campaign that no process runs, alone or after the reason of the wait.
  const isDormant = [message, message?.params?.["second"]].some(
    (text) => typeof text === "object" && "code" in text && text.code === "resumes-while-open",
  );
  return isDormant || state === "paused"
    ? t(($) => $.cli.campaigns.openWave.opened, { messages: sends, campaign: campaignId })
    : t(($) => $.cli.campaigns.openWave.sending, { messages: sends });
}

interface Step {
  readonly at: number;
  readonly step: string;
  readonly state: string;
  readonly detail?: string;
  readonly item: object;
}

const history = defineList({
  path: "campaign history",
  summary: t(($) => $.cli.campaigns.steps.summary),
  args,
  options: {
    recipient: whole("<n>", ($) => $.cli.campaigns.steps.row, [
      t(($) => $.cli.campaigns.steps.rowValue),
      0,
      100_000_000,
    ]),
  },
  examples: ["fleetdesk campaign history 1", "fleetdesk campaign history 1 --recipient 42"],
  run: async ({ client, signal, args: { id: campaignId }, options: { recipient } }) => {
    if (recipient === undefined) {
      const { steps } = await client.campaigns.steps({ campaignId }, signal);
      return {
        pages: steps.map((step): Step => {
          const { at, event, state, reason, message } = step;
          const text = reason === undefined ? state : `${state} (${pauseReasonText(reason)})`;
          return { at, step: event, state: text, detail: message && formatText(message, at), item: step };
        }),
      };
    }
    const { steps } = await client.campaigns.recipientSteps({ campaignId, row: recipient }, signal);
    return {
      pages: steps.map((step): Step => {
        const { at, kind, code, detail } = step;
        return { at, step: kind, state: code === undefined ? "" : labelOf(code), detail, item: step };
      }),
    };
  },
  columns: ({ options: { recipient } }) => {
    const isCampaign = recipient === undefined;
    return {
      at: ({ at }) => iso(at),
      step: ({ step }) => labelOf(step),
      state: [isCampaign ? t(($) => $.cli.headings.state) : t(($) => $.cli.headings.code), ({ state }) => state],
      detail: [isCampaign ? t(($) => $.cli.headings.message) : t(($) => $.cli.headings.detail), ({ detail }) => detail],
    };
  },
  id: ({ step }) => step,
  item: z.union([
    campaigns.operations.steps.output.shape.steps.element,
    campaigns.operations.recipientSteps.output.shape.steps.element,
  ]),
  toItem: ({ item }) => item,
  widest: 120,
});

export const waveCommands = [waves, openWave, history];
