/** The group `dns`: DNS configurations, and their assignment to service profiles. */
import { belowLimit, iso, reportOutcome } from "../../output.ts";
import { z } from "zod";
import {
  dns as contract,
  dnsAnswerSchema,
  dnsChangeSchema,
  dnsConfigurationSchema,
  type DnsAnswer,
  type DnsConfiguration,
  type DnsList,
} from "#shared/contract/network/dns.ts";
import { impactSchema, type DnsAssignment, type Impact } from "#shared/contract/network/network-schemas.ts";
import { formatText } from "#shared/texts/text.ts";
import { labelOf, cliError } from "../../option-values.ts";
import { isJson } from "../../context.ts";
import { argument, type Call, defineCommand, defineList, flag, limit, optionalArgument } from "../../define-command.ts";
import { t } from "../../text.ts";
import { defineNetworkList, describeImpact, findProfile, formatCacheState, warnOfFields } from "./network-text.ts";

const list = defineNetworkList<DnsList>({
  path: "dns list",
  summary: t(($) => $.cli.network.dns.list),
  refresh: ($) => $.cli.network.refresh,
  help: t(($) => $.cli.network.dns.listHelp),
  examples: ["fleetdesk dns list --refresh", "fleetdesk dns list --json"],
  read: ({ client, scope, signal }, refresh) => client.dns[refresh ? "refresh" : "list"](scope, signal),
  sentText: ({ kind, dns = "", primary = "", secondary = "" }) =>
    kind === "delete"
      ? t(($) => $.cli.network.dns.deletion, { dns })
      : t(($) => $.cli.network.dns.creation, { primary, secondary }),
  footer: footerOf,
  columns: {
    id: ({ id }) => id,
    primary: ({ primary }) => primary ?? t(($) => $.cli.network.notReported),
    secondary: ({ secondary }) => secondary ?? t(($) => $.cli.network.notReported),
    version: ({ version }) => (version === undefined ? "" : t(($) => $.cli.network.dns.ipVersion, { version })),
    usedBy: usersText,
  },
  id: ({ id }) => id,
  item: dnsConfigurationSchema,
  envelope: contract.operations.list.output.omit({ items: true }),
  widest: 80,
});

function footerOf({ items, state, asOf, gap, unknownProfiles, hasAllProfiles }: DnsList): string {
  const profiles = t(($) => $.cli.network.profileCount, { count: unknownProfiles });
  const footing = [
    asOf === undefined ? "" : t(($) => $.cli.network.asOf, { time: iso(asOf) }),
    unknownProfiles === 0 ? "" : t(($) => $.cli.network.dns.unknownFor, { profiles }),
    hasAllProfiles ? "" : t(($) => $.cli.network.dns.moreProfiles),
  ].filter((text) => text !== "");
  const isEmpty = items.length === 0 && gap === undefined;
  const read = isEmpty ? t(($) => $.cli.network.dns.none) : "";
  return `${state === "read" ? read : t(($) => $.cli.network.dns[state])}${footing.length > 0 ? `${footing.join(" · ")}\n` : ""}`;
}

function usersText({ users }: DnsConfiguration): string {
  if (users.length === 0) return t(($) => $.cli.network.empty);
  return users.map(({ id, name, endpoints }) => `${name ?? id}: ${formatText(endpoints.sentence)}`).join("; ");
}

const create = defineCommand({
  path: "dns create",
  summary: t(($) => $.cli.network.dns.create),
  args: {
    primary: argument(($) => $.cli.program.argument.primary),
    secondary: argument(($) => $.cli.program.argument.secondary),
  },
  options: {
    allowDuplicate: flag(($) => $.cli.network.dns.allowSame),
    dryRun: flag(($) => $.cli.network.dns.dryRun),
  },
  help: t(($) => $.cli.network.dns.createHelp),
  examples: ["fleetdesk dns create 9.9.9.9 149.112.112.112"],
  run: async ({ client, signal, scope, args, options: { dryRun, allowDuplicate }, context }) => {
    const addresses = { ...scope, ...args };
    if (dryRun) {
      const checked = await client.dns.check(addresses, signal);
      warnOfFields(context, checked.warnings);
      return { checked };
    }
    const answer = await client.dns.create({ ...addresses, allowSame: allowDuplicate }, signal);
    warnOfFields(context, answer.warnings);
    reportOutcome(context, contract.operations.create.output, answer);
    return {};
  },
  json: z.union([contract.operations.create.output, contract.operations.check.output]),
  document: ({ checked }) => checked,
  render: ({ checked }) => checked && t(($) => $.cli.network.dns.checked, { version: checked.version }),
});

const remove = defineCommand({
  path: "dns delete",
  summary: t(($) => $.cli.network.dns.delete),
  args: { id: argument(($) => $.cli.program.argument.dns) },
  options: { dryRun: flag(($) => $.cli.network.dns.dryRunUse) },
  help: t(($) => $.cli.network.lostAnswerExit),
  examples: ["fleetdesk dns delete 4"],
  run: async ({ client, signal, scope, args: { id: dns }, options: { dryRun }, context }) => {
    const impact = await client.dns.impact({ ...scope, action: "delete", dns }, signal);
    if (dryRun) return { impact };
    const answer = await client.dns.remove({ ...scope, dns }, signal);
    if (answer.outcome === "in-use") return { answer };
    reportOutcome(context, contract.operations.remove.output, answer);
    return {};
  },
  json: z.union([contract.operations.remove.output, impactSchema]),
  document: ({ impact, answer }) => impact ?? answer,
  conclude: ({ impact, answer }, { context }) => {
    if (impact !== undefined && !isJson(context)) context.terminal.err(describeImpact(impact));
    if (answer === undefined) return;
    const cache = answer.impact === undefined ? "" : ` (${formatCacheState(answer.impact.cache)})`;
    throw cliError("dns-in-use", `${formatText(answer.message)}${cache}`);
  },
});

const profileArgument = { profile: argument(($) => $.cli.program.argument.profile) };
const profileHelp = t(($) => $.cli.network.dns.profileHelp);
const assignment = {
  options: { dryRun: flag(($) => $.cli.network.dryRunImpact) },
  json: z.union([dnsAnswerSchema, impactSchema]),
} as const;

/** A change of the assignment of a profile; its impact is printed before the request is sent. */
async function changeAssignment(
  call: Call<typeof profileArgument, typeof assignment.options>,
  action: "attach" | "detach" | "undo",
  send: (profile: string) => Promise<DnsAnswer>,
): Promise<Impact | undefined> {
  const { client, signal, scope, args, context, options } = call;
  const profile = await findProfile(call, args.profile);
  const impact = await client.dns.impact({ ...scope, action, profile }, signal);
  if (!options.dryRun || !isJson(context)) context.terminal.err(describeImpact(impact));
  if (options.dryRun) return impact;
  reportAssignment(context, await send(profile));
  return undefined;
}

const attach = defineCommand({
  ...assignment,
  path: "dns attach",
  summary: t(($) => $.cli.network.dns.attach),
  args: { id: argument(($) => $.cli.program.argument.dns), ...profileArgument },
  help: profileHelp,
  examples: ["fleetdesk dns attach 4 Trackers --dry-run", "fleetdesk dns attach 4 901"],
  run: (call) =>
    changeAssignment(call, "attach", (profile) =>
      call.client.dns.attach({ ...call.scope, profile, dns: call.args.id }, call.signal),
    ),
});

const removals = (
  [
    ["detach", t(($) => $.cli.network.dns.detach), profileHelp],
    ["undo", t(($) => $.cli.network.dns.undo), [profileHelp, t(($) => $.cli.network.dns.undoHelp)].join("\n")],
  ] as const
).map(([action, summary, help]) =>
  defineCommand({
    ...assignment,
    path: `dns ${action}`,
    summary,
    args: profileArgument,
    help,
    examples: [`fleetdesk dns ${action} Trackers`],
    run: (call) =>
      changeAssignment(call, action, (profile) => call.client.dns[action]({ ...call.scope, profile }, call.signal)),
  }),
);

function reportAssignment(context: Call<unknown, unknown>["context"], answer: DnsAnswer): void {
  const hint =
    answer.outcome === "moved"
      ? { hint: t(($) => $.cli.network.dns.currentAssignment, { assignment: assignmentText(answer.use.assignment) }) }
      : {};
  reportOutcome(context, dnsAnswerSchema, answer, hint);
}

const record = defineCommand({
  path: "dns record",
  summary: t(($) => $.cli.network.dns.record),
  args: { ...profileArgument, id: argument(($) => $.cli.program.argument.dnsOrNone) },
  examples: ["fleetdesk dns record Trackers 3", "fleetdesk dns record Meters none"],
  run: async (call) => {
    const { client, signal, scope, args, context } = call;
    const profile = await findProfile(call, args.profile);
    const dns = args.id === "none" ? undefined : args.id;
    reportAssignment(context, await client.dns.recordAssignment({ ...scope, profile, dns }, signal));
  },
  json: dnsAnswerSchema,
});

const history = defineList({
  path: "dns history",
  summary: t(($) => $.cli.network.dns.history),
  args: { profile: optionalArgument(($) => $.cli.program.argument.profile) },
  options: {
    limit: limit(($) => $.cli.network.dns.historyLimit, 200, 50),
  },
  examples: ["fleetdesk dns history Trackers"],
  run: async (call) => {
    const { client, signal, scope, args, options } = call;
    const profile = args.profile === undefined ? undefined : await findProfile(call, args.profile);
    return {
      pages: (await client.dns.changes({ ...scope, profile, ...options }, signal)).changes,
      total: belowLimit(options.limit),
      footer: (count) => (count === 0 ? t(($) => $.cli.network.dns.noHistory) : undefined),
    };
  },
  columns: {
    at: ({ at }) => iso(at),
    change: ({ kind }) => labelOf(kind),
    profile: ({ profile, profileName }) => profileName ?? profile,
    dns: ({ before, after }) => `${assignmentText(before)} → ${assignmentText(after)}`,
    outcome: ({ state }) => labelOf(state),
    undo: undoText,
  },
  id: ({ change }) => String(change),
  item: dnsChangeSchema,
});

function undoText({ undoneBy, undoable }: { readonly undoneBy?: unknown; readonly undoable: boolean }): string {
  if (undoneBy !== undefined) return t(($) => $.cli.network.dns.undone);
  return undoable ? t(($) => $.cli.network.dns.undoable) : "";
}

function assignmentText(assignment: DnsAssignment): string {
  return assignment.state === "uses" ? assignment.dns : assignment.state;
}

export const dnsCommands = [list, create, remove, attach, ...removals, record, history];
