/** campaign pause, cancel, stop, update, recall, reconcile, delete and retry. */
import { outcomeDocument } from "../../output.ts";
import { z } from "zod";
import { campaignStatusSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import { quotaChangeSchema } from "#shared/contract/quotas/quotas.ts";
import { formatNumber } from "#shared/format.ts";
import { formatText } from "#shared/texts/text.ts";
import { confirmOption, withConfirmOption } from "../../confirm-option.ts";
import { ownCampaign } from "../../own-campaign.ts";
import { argument, defineCommand, defineList, flag, parsed, required, type Value } from "../../define-command.ts";
import { parseRate, usageError } from "../../option-values.ts";
import { type Description, t } from "../../text.ts";
import { describeStatus } from "./campaign-text.ts";
import { speedOptions } from "./plan.ts";

const args = { id: argument(($) => $.cli.program.argument.campaign) };
const { operations } = campaigns;
/** An option without a value that must be given. */
const requiredFlag = (description: Description): Value<boolean> =>
  required(flag(description) as Value<boolean | undefined>);

const stops = (
  [
    ["pause", t(($) => $.cli.campaigns.pause.summary)],
    ["cancel", t(($) => $.cli.campaigns.cancel.summary)],
  ] as const
).map(([verb, summary]) =>
  defineCommand({
    path: `campaign ${verb}`,
    summary,
    args,
    examples: [`fleetdesk campaign ${verb} 1`],
    run: async (call) => {
      const { client, signal, args: input } = call;
      // A pause is accepted for any campaign: it sends nothing, and can be undone.
      if (verb === "cancel") await ownCampaign(call, input.id);
      return await client.campaigns[verb]({ campaignId: input.id }, signal);
    },
    json: campaignStatusSchema,
    render: describeStatus,
  }),
);

const stop = defineCommand({
  path: "campaign stop",
  summary: t(($) => $.cli.campaigns.stop.summary),
  options: { all: requiredFlag(($) => $.cli.campaigns.stop.all) },
  help: t(($) => $.cli.campaigns.stop.help),
  examples: ["fleetdesk campaign stop --all"],
  // Campaigns and quota changes are stopped concurrently; a failure of one does not prevent the other.
  run: async ({ client, signal }) => {
    const [sending, quotas] = await Promise.allSettled([
      client.campaigns.stopAll({}, signal),
      client.quotas.stopAll({}, signal),
    ]);
    const { stopped, messages } = sending.status === "fulfilled" ? sending.value : { stopped: [], messages: 0 };
    const quotaChanges = quotas.status === "fulfilled" ? quotas.value.stopped : [];
    const failures = [sending, quotas].flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    return { stopped, messages, quotaChanges, failures };
  },
  json: z.object({
    items: z.array(campaignStatusSchema),
    messages: z.number().int(),
    quotaChanges: z.array(quotaChangeSchema),
  }),
  document: ({ stopped: items, messages, quotaChanges }) => ({ items, messages, quotaChanges }),
  render: ({ stopped, messages, quotaChanges, failures }) => {
    const isNone = stopped.length + messages + quotaChanges.length + failures.length === 0;
    return [
      ...stopped.map((status) => describeStatus(status)),
      ...(messages > 0 ? [t(($) => $.cli.campaigns.stop.singleMessages, { count: messages })] : []),
      ...quotaChanges.map(({ change, title }) =>
        t(($) => $.cli.campaigns.stop.quotaChange, { change, title: formatText(title) }),
      ),
      ...(isNone ? [t(($) => $.cli.campaigns.stop.nothing)] : []),
    ].join("");
  },
  conclude: ({ failures }) => {
    if (failures.length > 0) throw failures[0];
  },
});

const update = defineCommand({
  path: "campaign update",
  summary: t(($) => $.cli.campaigns.speed.summary),
  args,
  options: {
    ...speedOptions,
    rate: parsed("<rate>", ($) => $.cli.campaigns.speed.rate, parseRate),
  },
  examples: ["fleetdesk campaign update 1 --rate 2/s", "fleetdesk campaign update 1 --rate none"],
  prepare: ({ options: { rate, concurrency } }) => {
    if (rate === undefined && concurrency === undefined) throw usageError(t(($) => $.cli.campaigns.speed.missing));
  },
  run: ({ client, signal, args: { id: campaignId }, options }) =>
    client.campaigns.setSpeed({ campaignId, ...options }, signal),
  json: campaignStatusSchema,
  render: describeStatus,
});

const recall = defineList({
  path: "campaign recall",
  summary: t(($) => $.cli.campaigns.recall.summary),
  args,
  help: t(($) => $.cli.campaigns.recall.help),
  examples: ["fleetdesk campaign recall 1 --json"],
  run: async (call) => {
    const { campaignId } = await ownCampaign(call, call.args.id);
    const { requested, cancelled, results } = await call.client.campaigns.recall({ campaignId }, call.signal);
    const isComplete = results.every(
      (result) => result.cancelled || (!result.requested && result.delivery !== "unknown"),
    );
    if (!isComplete) call.context.endWith("incomplete");
    return {
      pages: results,
      rest: () => ({ requested, cancelled }),
      footer: () =>
        t(($) => $.cli.campaigns.recall.result, {
          cancelled: formatNumber(cancelled),
          requested: formatNumber(requested),
          skipped: formatNumber(results.length - requested),
        }),
    };
  },
  columns: {
    endpoint: ({ endpoint }) => endpoint,
    sms: ({ smsId }) => smsId,
    result: ({ cancelled, delivery }) => (cancelled ? t(($) => $.cli.campaigns.text.cancelled) : delivery),
    message: ({ message }) => formatText(message),
  },
  id: ({ smsId }) => smsId,
  item: operations.recall.output.shape.results.element,
  envelope: operations.recall.output.omit({ results: true }),
  widest: 80,
});

const reconcile = defineCommand({
  path: "campaign reconcile",
  summary: t(($) => $.cli.campaigns.reconcile.summary),
  args,
  options: { wait: flag(($) => $.cli.campaigns.reconcile.wait) },
  examples: ["fleetdesk campaign reconcile 1 --wait"],
  run: ({ client, signal, args: { id: campaignId }, options: { wait } }) =>
    client.campaigns.reconcile({ campaignId, wait }, signal),
  json: operations.reconcile.output,
  render: ({ accepted, pending, unknown }) =>
    t(($) => $.cli.campaigns.reconcile.result, {
      accepted: formatNumber(accepted),
      pending: formatNumber(pending),
      unknown: formatNumber(unknown),
    }),
  conclude: ({ unknown }, { context }) => {
    if (unknown > 0) context.endWith("unknown");
  },
});

const remove = defineCommand({
  path: "campaign delete",
  summary: t(($) => $.cli.campaigns.remove.summary),
  args,
  options: { yes: requiredFlag(($) => $.cli.campaigns.remove.yes) },
  examples: ["fleetdesk campaign delete 1 --yes"],
  run: async (call) => {
    const { campaignId: id } = await ownCampaign(call, call.args.id);
    await call.client.campaigns.remove({ campaignId: id }, call.signal);
    return { id, outcome: "deleted" };
  },
  json: outcomeDocument,
  render: ({ id: campaign }) => t(($) => $.cli.campaigns.remove.removed, { campaign }),
});

const kinds = ["refused", "unknown", "unverified"] as const;
const optionOf = { refused: "rejected", unknown: "unknown", unverified: "unverified" } as const;

const retry = defineCommand({
  path: "campaign retry",
  summary: t(($) => $.cli.campaigns.retry.summary),
  args,
  options: {
    confirm: confirmOption(($) => $.cli.campaigns.retry.confirmReason),
    rejected: flag(($) => $.cli.campaigns.retry.rejected),
    unknown: flag(($) => $.cli.campaigns.retry.unknown),
    unverified: flag(($) => $.cli.campaigns.retry.unverified),
  },
  help: t(($) => $.cli.campaigns.retry.help),
  examples: [
    "fleetdesk campaign retry 1 --rejected && fleetdesk campaign run 1",
    "fleetdesk campaign retry 1 --unknown  # checks them, and reports how many may receive the SMS twice",
    "fleetdesk campaign retry 1 --unknown --confirm 3",
    "fleetdesk campaign retry 1 --unverified --confirm 3  # after a restore or a take-over",
  ],
  prepare: ({ options }) => {
    const [scope, ...rest] = kinds.filter((kind) => options[optionOf[kind]]);
    if (scope === undefined || rest.length > 0) throw usageError(t(($) => $.cli.campaigns.retry.missing));
    if (scope === "refused" && options.confirm !== undefined)
      throw usageError(t(($) => $.cli.campaigns.retry.confirmNeeds));
    return scope;
  },
  run: async (call, scope) => {
    const { campaignId } = await ownCampaign(call, call.args.id);
    const input = { campaignId, scope, mayGetTwice: call.options.confirm };
    return await withConfirmOption(call.client.campaigns.retry(input, call.signal));
  },
  json: operations.retry.output,
  render: ({ requeued, lookups }, { args: { id: campaign } }) => {
    const { accepted = 0, pending = 0, checking = 0 } = lookups ?? {};
    const looked = { accepted: formatNumber(accepted), pending: formatNumber(pending) };
    const next = requeued + pending > 0 ? t(($) => $.cli.campaigns.retry.next, { campaign }) : "";
    return [
      lookups === undefined ? "" : t(($) => $.cli.campaigns.retry.checked, looked),
      checking > 0 ? t(($) => $.cli.campaigns.retry.checking, { count: checking, campaign }) : "",
      t(($) => $.cli.campaigns.retry.requeued, { count: requeued, next }),
    ].join("");
  },
  conclude: ({ lookups }, { context }) => {
    if ((lookups?.checking ?? 0) > 0) context.endWith("unknown");
  },
});

export const steeringCommands = [...stops, stop, update, recall, reconcile, remove, retry];
