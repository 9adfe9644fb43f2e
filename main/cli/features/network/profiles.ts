/** profile list, get, create, update, callback: service profiles. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Command } from "commander";
import type { FleetClient } from "#shared/contract/index.ts";
import {
  type CallbackAssignment,
  profileDetailSchema,
  profileListSchema,
  profiles as contract,
  profileSwitchSchema,
  type Profile,
  type ProfileDetail,
  type ProfileList,
  type ProfileSwitch,
  type UnresolvedProfile,
} from "#shared/contract/network/profiles.ts";
import type { CliContext } from "../../context.ts";
import { callbackText, formatCacheState, dnsText, findProfile, printSentChanges, sourceText } from "./network-text.ts";
import { type Field, formatFields, formatJson, formatTable, iso, printAnswer } from "../../output.ts";
import { reportOutcome } from "../../report-outcome.ts";
import { badValue, cliError, usageError } from "../../usage-error.ts";

const detailSchema = profileDetailSchema.extend({ users: contract.operations.users.output });

export function addProfileCommands(program: Command, context: CliContext): void {
  const profile = program.command("profile").description(t(($) => $.cli.network.profiles.summary));
  profile
    .command("list")
    .description(t(($) => $.cli.network.profiles.list))
    .option(
      "--refresh",
      t(($) => $.cli.network.profiles.refreshList),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk profile list --refresh"] }))
    .action(async ({ refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const list = await client.profiles[refresh ? "refresh" : "list"](context.scope(), signal);
        if (context.globals().json) printAnswer(context.terminal, profileListSchema, list);
        else printList(context, list);
      });
    });
  addShow(profile, context);
  addCreate(profile, context);
  addUpdate(profile, context);
  profile
    .command("callback <profile> <id>")
    .description(t(($) => $.cli.network.profiles.callback))
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.network.profiles.callbackHelp),
        examples: [
          "fleetdesk profile callback Trackers 21",
          "fleetdesk profile callback Trackers none",
          "fleetdesk profile callback Trackers previous",
        ],
      }),
    )
    .action(async (nameOrId: string, id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const query = { ...context.scope(), profile: await findProfile(client, context, nameOrId, signal) };
        const target =
          id === "previous" ? await earlierCallback(client, query, signal) : { assignment: assignmentOf(id) };
        const { assignment, ...undo } = target;
        const callback = assignment.state === "uses" ? { callback: assignment.callback } : {};
        const { output } = contract.operations.setCallback;
        const answer = await client.profiles.setCallback({ ...query, ...callback, ...undo }, signal);
        reportOutcome(context, output, answer);
      });
    });
}

function assignmentOf(id: string): CallbackAssignment {
  return id === "none" ? { state: "none" } : { state: "uses", callback: id };
}

/** The callback before the latest change. Throws `earlier-unknown`. */
async function earlierCallback(
  { profiles }: FleetClient,
  query: { readonly connection?: string; readonly profile: string },
  signal: AbortSignal,
): Promise<{ readonly assignment: CallbackAssignment; readonly undoOf: number }> {
  const { earlier } = (await profiles.get(query, signal)).profile.callback;
  if (earlier !== undefined) return { assignment: earlier.assignment, undoOf: earlier.change };
  const message = t(($) => $.cli.network.profiles.earlierUnknown);
  throw cliError("earlier-unknown", message);
}

function addShow(profile: Command, context: CliContext): void {
  profile
    .command("get <profile>")
    .description(t(($) => $.cli.network.profiles.show))
    .option(
      "--refresh",
      t(($) => $.cli.network.profiles.refreshDetail),
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.network.profiles.profileHelp),
        examples: ["fleetdesk profile get Trackers --refresh"],
      }),
    )
    .action(async (nameOrId: string, { refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const query = { ...context.scope(), profile: await findProfile(client, context, nameOrId, signal) };
        const detail = await client.profiles[refresh ? "read" : "get"](query, signal);
        const users = await client.profiles.users(query, signal);
        if (context.globals().json) {
          printAnswer(context.terminal, detailSchema, { ...detail, users });
          return;
        }
        context.terminal.out(describe(detail));
        for (const { label, count } of users.byStatus)
          context.terminal.out(t(($) => $.cli.network.profiles.users, { label, count }));
        context.terminal.out(
          t(($) => $.cli.network.profiles.listUsers, { filter: users.filter, cache: formatCacheState(users.cache) }),
        );
      });
    });
}

interface CreateOptions {
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
  readonly enable: readonly ProfileSwitch[];
  readonly disable: readonly ProfileSwitch[];
  readonly allowDuplicate: boolean;
  readonly dryRun: boolean;
}

function addCreate(profile: Command, context: CliContext): void {
  profile
    .command("create <name>")
    .description(t(($) => $.cli.network.profiles.create))
    .option(
      "--description <text>",
      t(($) => $.cli.network.profiles.description),
    )
    .option(
      "--dns <id>",
      t(($) => $.cli.network.profiles.dns),
    )
    .option(
      "--callback <id>",
      t(($) => $.cli.network.profiles.callbackOption),
    )
    .option(
      "--enable <feature>",
      t(($) => $.cli.network.profiles.on),
      addSwitch,
      [],
    )
    .option(
      "--disable <feature>",
      t(($) => $.cli.network.profiles.off),
      addSwitch,
      [],
    )
    .option(
      "--allow-duplicate",
      t(($) => $.cli.network.profiles.allowSame),
      false,
    )
    .option(
      "--dry-run",
      t(($) => $.cli.network.profiles.dryRun),
      false,
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.network.profiles.createHelp, { switches: profileSwitchSchema.options.join(", ") }),
        examples: ["fleetdesk profile create 'Trackers 2' --dns 4 --enable apply_sms_quota"],
      }),
    )
    .action(async (name: string, { enable, disable, allowDuplicate, dryRun, ...fields }: CreateOptions) => {
      const draft = { ...context.scope(), name, ...fields, switches: switchesOf(enable, disable) };
      await context.withCore(async ({ client }, signal) => {
        const answer = dryRun
          ? {
              ...(await client.profiles.check(draft, signal)),
              outcome: "checked",
              message: t(($) => $.cli.network.nothingSent),
            }
          : await client.profiles.create({ ...draft, allowSame: allowDuplicate }, signal);
        for (const { field, message } of answer.warnings)
          context.terminal.err(t(($) => $.cli.network.fieldWarning, { field, message: formatText(message) }));
        reportOutcome(context, contract.operations.create.output, answer);
      });
    });
}

interface UpdateOptions {
  readonly name?: string;
  readonly description?: string;
  readonly enable: readonly ProfileSwitch[];
  readonly disable: readonly ProfileSwitch[];
  readonly dryRun: boolean;
}

function addUpdate(profile: Command, context: CliContext): void {
  profile
    .command("update <profile>")
    .description(t(($) => $.cli.network.profiles.update))
    .option(
      "--name <text>",
      t(($) => $.cli.network.profiles.newName),
    )
    .option(
      "--description <text>",
      t(($) => $.cli.network.profiles.newDescription),
    )
    .option(
      "--enable <feature>",
      t(($) => $.cli.network.profiles.on),
      addSwitch,
      [],
    )
    .option(
      "--disable <feature>",
      t(($) => $.cli.network.profiles.off),
      addSwitch,
      [],
    )
    .option(
      "--dry-run",
      t(($) => $.cli.network.profiles.updateDryRun),
      false,
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.network.profiles.updateHelp, { switches: profileSwitchSchema.options.join(", ") }),
        examples: ["fleetdesk profile update Trackers --description 'vans in Europe' --enable apply_sms_quota"],
      }),
    )
    .action(async (idOrName: string, { enable, disable, dryRun, ...texts }: UpdateOptions) => {
      const switches = switchesOf(enable, disable);
      await context.withCore(async ({ client }, signal) => {
        const target = { ...context.scope(), profile: await findProfile(client, context, idOrName, signal) };
        const { endpoints, cache } = await client.profiles.users(target, signal);
        context.terminal.err(
          t(($) => $.cli.network.profiles.usedBy, {
            profile: target.profile,
            endpoints: formatText(endpoints.sentence),
            cache: formatCacheState(cache),
          }),
        );
        const { output } = contract.operations.update;
        const answer = dryRun
          ? { outcome: "checked", endpoints, message: t(($) => $.cli.network.nothingSent) }
          : await client.profiles.update({ ...target, ...texts, switches }, signal);
        reportOutcome(context, output, answer);
      });
    });
}

/** Throws `invalid-usage` for a switch that is both on and off. */
function switchesOf(on: readonly ProfileSwitch[], off: readonly ProfileSwitch[]): Profile["switches"] {
  const both = on.find((one) => off.includes(one));
  if (both !== undefined) throw usageError(t(($) => $.cli.network.profiles.onAndOff, { switches: both }));
  return Object.fromEntries([...on.map((one) => [one, true]), ...off.map((one) => [one, false])]);
}

function addSwitch(text: string, before: readonly ProfileSwitch[]): readonly ProfileSwitch[] {
  const parsed = profileSwitchSchema.safeParse(text.trim());
  if (!parsed.success)
    throw badValue(t(($) => $.cli.network.profiles.badSwitch, { switches: profileSwitchSchema.options.join(", ") }));
  return [...before, parsed.data];
}

function printList(context: CliContext, { list, cache, items, ...sent }: ProfileList): void {
  const { terminal } = context;
  if (items.length > 0) {
    const rows = items.map((one) => [
      one.id,
      one.name ?? t(($) => $.cli.network.notReported),
      one.endpoints.exactness === "unknown" ? t(($) => $.cli.values.unknown) : formatText(one.endpoints.sentence),
      dnsText(one.dns),
      callbackText(one.callback),
      one.sources.map(({ from }) => sourceText(from)).join(", "),
    ]);
    terminal.out(
      formatTable(
        [
          t(($) => $.cli.headings.id),
          t(($) => $.cli.headings.name),
          t(($) => $.cli.headings.usedBy),
          t(($) => $.cli.headings.dns),
          t(($) => $.cli.headings.callback),
          t(($) => $.cli.headings.source),
        ],
        rows,
        60,
      ),
    );
  } else terminal.out(t(($) => $.cli.network.profiles.none));
  printSentChanges<UnresolvedProfile>(context, sent, ({ name, dns, callback }) =>
    [
      t(($) => $.cli.network.profiles.creation, { name }),
      ...(dns === undefined ? [] : [t(($) => $.cli.network.profiles.creationDns, { dns })]),
      ...(callback === undefined ? [] : [t(($) => $.cli.network.profiles.creationCallback, { callback })]),
    ].join(", "),
  );
  if (list.gap !== undefined) terminal.err(t(($) => $.cli.program.warning, { warning: formatText(list.gap) }));
  const stateText = {
    never: t(($) => $.cli.network.profiles.neverRead),
    read: t(($) => $.cli.network.profiles.listAsOf, { time: iso(list.asOf) ?? "" }),
    "not-offered": t(($) => $.cli.network.profiles.notOffered),
  }[list.state];
  terminal.out(`${stateText} · ${formatCacheState(cache)}\n`);
}

function describe({ profile, detail, record }: ProfileDetail): string {
  const { id, name, description, sources, endpoints, usedCount, dns, callback, switches, lostUpdate } = profile;
  const stateText = {
    never: t(($) => $.cli.network.neverRead),
    read: t(($) => $.cli.network.asOf, { value: iso(detail.asOf) ?? "", time: iso(detail.asOf) ?? "" }),
    "not-offered": t(($) => $.cli.network.notOffered),
  }[detail.state];
  return formatFields([
    [t(($) => $.cli.labels.id), id],
    [t(($) => $.cli.labels.name), name ?? t(($) => $.cli.network.notReported)],
    [t(($) => $.cli.labels.description), description],
    [t(($) => $.cli.labels.source), sources.map(({ from }) => sourceText(from)).join(", ")],
    [t(($) => $.cli.labels.usedBy), formatText(endpoints.sentence)],
    [
      t(($) => $.cli.labels.countedByService),
      usedCount &&
        t(($) => $.cli.network.profiles.countReported, { count: usedCount.count, time: iso(usedCount.asOf) }),
    ],
    [t(($) => $.cli.labels.dns), dnsText(dns)],
    [t(($) => $.cli.labels.callback), callbackText(callback)],
    // The names of the features are those of --enable and --disable.
    ...Object.entries(switches).map(([key, value]): Field => [
      key,
      value ? t(($) => $.cli.values.on) : t(($) => $.cli.values.off),
    ]),
    [
      t(($) => $.cli.labels.lastUpdate),
      lostUpdate &&
        t(($) => $.cli.network.profiles.updateUnknown, {
          fields: lostUpdate.fields.join(", "),
          time: iso(lostUpdate.at),
        }),
    ],
    [t(($) => $.cli.labels.serviceDetails), stateText],
    [t(($) => $.cli.labels.record), record && formatJson(record)],
  ]);
}
