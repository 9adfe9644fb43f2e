/** The group `profile`: service profiles. */
import {
  type CallbackAssignment,
  profileDetailSchema,
  profileSchema,
  profiles as contract,
  profileSwitchSchema,
  type Profile,
  type ProfileDetail,
  type ProfileList,
  type ProfileSwitch,
} from "#shared/contract/network/profiles.ts";
import { formatText } from "#shared/texts/text.ts";
import { argument, type Call, defineChange, defineCommand, flag, repeated, text } from "../../define-command.ts";
import { type Field, formatFields, iso, labelled } from "../../output.ts";
import { fieldsOfRecord } from "../fleet/record-lines.ts";
import { t } from "../../text.ts";
import { badValue, cliError, usageError } from "../../option-values.ts";
import {
  defineNetworkList,
  findProfile,
  formatCacheState,
  sourceLabels,
  useText,
  warnOfFields,
} from "./network-text.ts";

const list = defineNetworkList<ProfileList>({
  path: "profile list",
  summary: t(($) => $.cli.network.profiles.list),
  refresh: ($) => $.cli.network.profiles.refreshList,
  examples: ["fleetdesk profile list --refresh"],
  read: ({ client, scope, signal }, refresh) => client.profiles[refresh ? "refresh" : "list"](scope, signal),
  sentText: ({ name, dns, callback: callbackId }) =>
    [
      t(($) => $.cli.network.profiles.creation, { name }),
      ...(dns === undefined ? [] : [t(($) => $.cli.network.profiles.creationDns, { dns })]),
      ...(callbackId === undefined
        ? []
        : [t(($) => $.cli.network.profiles.creationCallback, { callback: callbackId })]),
    ].join(", "),
  footer: ({ items, list: { state, asOf }, cache }) => {
    const stateText =
      state === "read"
        ? t(($) => $.cli.network.profiles.listAsOf, { time: iso(asOf) ?? "" })
        : t(($) => $.cli.network.profiles[state]);
    const none = items.length === 0 ? t(($) => $.cli.network.profiles.none) : "";
    return `${none}${stateText} · ${formatCacheState(cache)}\n`;
  },
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name ?? t(($) => $.cli.network.notReported),
    usedBy: ({ endpoints }) =>
      endpoints.exactness === "unknown" ? t(($) => $.cli.values.unknown) : formatText(endpoints.sentence),
    dns: ({ dns }) => useText(dns),
    callback: ({ callback }) => useText(callback),
    source: sourcesText,
  },
  id: ({ id }) => id,
  item: profileSchema,
  envelope: contract.operations.list.output.omit({ items: true }),
  widest: 60,
});

const detailSchema = profileDetailSchema.extend({ users: contract.operations.users.output });

const get = defineCommand({
  path: "profile get",
  summary: t(($) => $.cli.network.profiles.show),
  args: { profile: argument(($) => $.cli.program.argument.profile) },
  options: { refresh: flag(($) => $.cli.network.profiles.refreshDetail) },
  help: t(($) => $.cli.network.profiles.profileHelp),
  examples: ["fleetdesk profile get Trackers --refresh"],
  run: async (call) => {
    const { client, signal, scope, args, options } = call;
    const query = { ...scope, profile: await findProfile(call, args.profile) };
    const detail = await client.profiles[options.refresh ? "read" : "get"](query, signal);
    return { ...detail, users: await client.profiles.users(query, signal) };
  },
  json: detailSchema,
  render: ({ users, ...detail }) =>
    [
      describe(detail),
      ...users.byStatus.map(({ label, count }) => t(($) => $.cli.network.profiles.users, { label, count })),
      t(($) => $.cli.network.profiles.listUsers, { filter: users.filter, cache: formatCacheState(users.cache) }),
    ].join(""),
});

const switchOptions = {
  enable: repeated("<feature>", ($) => $.cli.network.profiles.on, addSwitch),
  disable: repeated("<feature>", ($) => $.cli.network.profiles.off, addSwitch),
};
const switchNames = profileSwitchSchema.options.join(", ");

const create = defineChange({
  path: "profile create",
  summary: t(($) => $.cli.network.profiles.create),
  args: { name: argument(($) => $.cli.program.argument.profileName) },
  options: {
    description: text("<text>", ($) => $.cli.network.profiles.description),
    dns: text("<id>", ($) => $.cli.network.profiles.dns),
    callback: text("<id>", ($) => $.cli.network.profiles.callbackOption),
    ...switchOptions,
    allowDuplicate: flag(($) => $.cli.network.profiles.allowSame),
    dryRun: flag(($) => $.cli.network.profiles.dryRun),
  },
  help: t(($) => $.cli.network.profiles.createHelp, { switches: switchNames }),
  examples: ["fleetdesk profile create 'Trackers 2' --dns 4 --enable apply_sms_quota"],
  prepare: ({ options }) => switchesOf(options),
  run: async ({ client, signal, scope, args, options, context }, switches) => {
    const { description, dns, callback, allowDuplicate, dryRun } = options;
    const draft = { ...scope, ...args, description, dns, callback, switches };
    const answer = dryRun
      ? { ...(await client.profiles.check(draft, signal)), ...checked }
      : await client.profiles.create({ ...draft, allowSame: allowDuplicate }, signal);
    warnOfFields(context, answer.warnings);
    return answer;
  },
  json: contract.operations.create.output,
});

const checked = { outcome: "checked", message: t(($) => $.cli.network.nothingSent) } as const;

const update = defineChange({
  path: "profile update",
  summary: t(($) => $.cli.network.profiles.update),
  args: { profile: argument(($) => $.cli.program.argument.profile) },
  options: {
    name: text("<text>", ($) => $.cli.network.profiles.newName),
    description: text("<text>", ($) => $.cli.network.profiles.newDescription),
    ...switchOptions,
    dryRun: flag(($) => $.cli.network.profiles.updateDryRun),
  },
  help: t(($) => $.cli.network.profiles.updateHelp, { switches: switchNames }),
  examples: ["fleetdesk profile update Trackers --description 'vans in Europe' --enable apply_sms_quota"],
  prepare: ({ options }) => switchesOf(options),
  run: async (call, switches) => {
    const { client, signal, scope, args, options, context } = call;
    const target = { ...scope, profile: await findProfile(call, args.profile) };
    const { endpoints, cache } = await client.profiles.users(target, signal);
    context.terminal.err(
      t(($) => $.cli.network.profiles.usedBy, {
        profile: target.profile,
        endpoints: formatText(endpoints.sentence),
        cache: formatCacheState(cache),
      }),
    );
    const { name, description, dryRun } = options;
    if (dryRun) return { ...checked, endpoints };
    return await client.profiles.update({ ...target, name, description, switches }, signal);
  },
  json: contract.operations.update.output,
});

/** Throws `invalid-usage` for a switch that is both on and off. */
function switchesOf({
  enable: on = [],
  disable: off = [],
}: {
  readonly enable?: readonly ProfileSwitch[];
  readonly disable?: readonly ProfileSwitch[];
}): Profile["switches"] {
  const both = on.find((one) => off.includes(one));
  if (both !== undefined) throw usageError(t(($) => $.cli.network.profiles.onAndOff, { switches: both }));
  return Object.fromEntries([...on.map((one) => [one, true]), ...off.map((one) => [one, false])]);
}

function addSwitch(value: string, before: readonly ProfileSwitch[] = []): readonly ProfileSwitch[] {
  const result = profileSwitchSchema.safeParse(value.trim());
  if (!result.success) throw badValue(t(($) => $.cli.network.profiles.badSwitch, { switches: switchNames }));
  return [...before, result.data];
}

const callback = defineChange({
  path: "profile callback",
  summary: t(($) => $.cli.network.profiles.callback),
  args: {
    profile: argument(($) => $.cli.program.argument.profile),
    id: argument(($) => $.cli.program.argument.profileCallback),
  },
  help: t(($) => $.cli.network.profiles.callbackHelp),
  examples: [
    "fleetdesk profile callback Trackers 21",
    "fleetdesk profile callback Trackers none",
    "fleetdesk profile callback Trackers previous",
  ],
  run: async (call) => {
    const { client, signal, scope, args } = call;
    const query = { ...scope, profile: await findProfile(call, args.profile) };
    const { assignment, undoOf } = await targetOf(call, query);
    const id = assignment.state === "uses" ? assignment.callback : undefined;
    return await client.profiles.setCallback({ ...query, callback: id, undoOf }, signal);
  },
  json: contract.operations.setCallback.output,
});

/** The requested callback; `previous` is that before the latest change. Throws `earlier-unknown`. */
async function targetOf(
  {
    client,
    signal,
    args: { id },
  }: Pick<Call<{ readonly id: ReturnType<typeof argument> }, unknown>, "client" | "signal" | "args">,
  query: { readonly connection?: string; readonly profile: string },
): Promise<{ readonly assignment: CallbackAssignment; readonly undoOf?: number }> {
  if (id === "none") return { assignment: { state: "none" } };
  if (id !== "previous") return { assignment: { state: "uses", callback: id } };
  const { earlier } = (await client.profiles.get(query, signal)).profile.callback;
  if (earlier !== undefined) return { assignment: earlier.assignment, undoOf: earlier.change };
  const message = t(($) => $.cli.network.profiles.earlierUnknown);
  throw cliError("earlier-unknown", message);
}

function sourcesText({ sources }: Pick<Profile, "sources">): string {
  return sources.map(({ from }) => sourceLabels[from]).join(", ");
}

const printedKeys: ReadonlySet<string> = new Set(["id", "name", "description", "used_count", "dns", "api_callback"]);

function describe({ profile, detail, record }: ProfileDetail): string {
  const { id, name, description, endpoints, usedCount, dns, callback, switches, lostUpdate } = profile;
  const { state, asOf } = detail;
  const serviceDetails =
    state === "read" ? t(($) => $.cli.network.asOf, { time: iso(asOf) ?? "" }) : t(($) => $.cli.network[state]);
  return formatFields([
    ...labelled({
      id,
      name: name ?? t(($) => $.cli.network.notReported),
      description,
      source: sourcesText(profile),
      usedBy: formatText(endpoints.sentence),
      countedByService:
        usedCount &&
        t(($) => $.cli.network.profiles.countReported, { count: usedCount.count, time: iso(usedCount.asOf) }),
      dns: useText(dns),
      callback: useText(callback),
    }),
    // The names of the features are those of --enable and --disable.
    ...Object.entries(switches).map(([key, value]): Field => [
      key,
      value ? t(($) => $.cli.values.on) : t(($) => $.cli.values.off),
    ]),
    ...labelled({
      lastUpdate:
        lostUpdate &&
        t(($) => $.cli.network.profiles.updateUnknown, {
          fields: lostUpdate.fields.join(", "),
          time: iso(lostUpdate.at),
        }),
      serviceDetails,
    }),
    // Fields of the record that are not printed above.
    ...fieldsOfRecord(record ?? {}).filter(([key]) => !Object.hasOwn(switches, key) && !printedKeys.has(key)),
  ]);
}

export const profileCommands = [list, get, create, update, callback];
