/** profile list, show, create, update, callback: service profiles. */
import type { Command } from "commander";
import type { FleetClient } from "#contract/index.ts";
import {
  type CallbackStand,
  profileDetailSchema,
  profileListSchema,
  profiles as contract,
  profileSwitchSchema,
  type Profile,
  type ProfileDetail,
  type ProfileList,
  type ProfileSwitch,
  type UnsettledProfile,
} from "#contract/profiles.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { callbackText, copyText, dnsText, findProfile, saySent, sourceText } from "./network-text.ts";
import { formatJson, formatTable, iso, printAnswer } from "./output.ts";
import { reportOutcome } from "./report-outcome.ts";
import { badValue, usageError } from "./usage-error.ts";

const detailSchema = profileDetailSchema.extend({ users: contract.operations.users.output });

export function addProfileCommands(program: Command, context: CliContext): void {
  const profile = program.command("profile").description("service profiles: list, show, create, update, callback");
  profile
    .command("list")
    .description("list the profiles that the service, endpoint records or this computer know of")
    .option("--refresh", "ask the service first, where it has a list")
    .addHelpText("after", "\nExample:\n  $ fleetdesk profile list --refresh")
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
    .description("set where received SMS are delivered: the id of an existing API callback, none, or earlier")
    .addHelpText(
      "after",
      "\nA profile is given by its id or its name. earlier puts back what the newest change made here replaced, where\n" +
        "that was known. Exit code 4 when the answer was lost.\n\nExamples:\n" +
        "  $ fleetdesk profile callback Trackers 21\n  $ fleetdesk profile callback Trackers none\n" +
        "  $ fleetdesk profile callback Trackers earlier",
    )
    .action(async (given: string, id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const asked = { ...context.scope(), profile: await findProfile(client, context, given, signal) };
        const wanted = id === "earlier" ? await earlierCallback(client, asked, signal) : { stand: standOf(id) };
        const { stand, ...undo } = wanted;
        const callback = stand.state === "uses" ? { callback: stand.callback } : {};
        const { output } = contract.operations.setCallback;
        const answer = await client.profiles.setCallback({ ...asked, ...callback, ...undo }, signal);
        reportOutcome(context, output, answer);
      });
    });
}

function standOf(id: string): CallbackStand {
  return id === "none" ? { state: "none" } : { state: "uses", callback: id };
}

/** What the newest change replaced. Throws `earlier-unknown`. */
async function earlierCallback(
  { profiles }: FleetClient,
  asked: { readonly connection?: string; readonly profile: string },
  signal: AbortSignal,
): Promise<{ readonly stand: CallbackStand; readonly undoOf: number }> {
  const { earlier } = (await profiles.get(asked, signal)).profile.callback;
  if (earlier !== undefined) return { stand: earlier.stand, undoOf: earlier.change };
  const message = "Which callback was there before is not known here, so it cannot be put back; nothing was sent.";
  throw new AppError("earlier-unknown", message);
}

function addShow(profile: Command, context: CliContext): void {
  profile
    .command("show <profile>")
    .description("show one profile, who uses it, and the service's own detail")
    .option("--refresh", "ask the service first, where it has a detail")
    .addHelpText(
      "after",
      "\nA profile is given by its id or its name.\n\nExample:\n  $ fleetdesk profile show Trackers --refresh",
    )
    .action(async (given: string, { refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const asked = { ...context.scope(), profile: await findProfile(client, context, given, signal) };
        const detail = await client.profiles[refresh ? "read" : "get"](asked, signal);
        const users = await client.profiles.users(asked, signal);
        if (context.globals().json) {
          printAnswer(context.terminal, detailSchema, { ...detail, users });
          return;
        }
        context.terminal.out(describe(detail));
        for (const { label, count } of users.byStatus) context.terminal.out(`endpoints ${label}: ${count}\n`);
        context.terminal.out(
          `list them: fleetdesk list endpoint --filter ${users.filter}\n(${copyText(users.copy)})\n`,
        );
      });
    });
}

interface CreateOptions {
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
  readonly on: readonly ProfileSwitch[];
  readonly off: readonly ProfileSwitch[];
  readonly allowSame: boolean;
  readonly dryRun: boolean;
}

function addCreate(profile: Command, context: CliContext): void {
  profile
    .command("create <name>")
    .description("create a profile, with a DNS configuration and a callback where given")
    .option("--description <text>", "what it is for")
    .option("--dns <id>", "the DNS configuration its endpoints use")
    .option("--callback <id>", "the API callback that received SMS are delivered to")
    .option("--on <switch>", "switch something on; may be given several times", addSwitch, [])
    .option("--off <switch>", "switch something off; may be given several times", addSwitch, [])
    .option("--allow-same", "create it although one of this name is there, or was sent", false)
    .option("--dry-run", "check the fields and send nothing", false)
    .addHelpText(
      "after",
      `\nSwitches: ${profileSwitchSchema.options.join(", ")}.\nExit code 4 when the answer was lost, 5 when one of this name is there or was sent already.\n\nExample:\n` +
        "  $ fleetdesk profile create 'Trackers 2' --dns 4 --on apply_sms_quota",
    )
    .action(async (name: string, { on, off, allowSame, dryRun, ...fields }: CreateOptions) => {
      const draft = { ...context.scope(), name, ...fields, switches: switchesOf(on, off) };
      await context.withCore(async ({ client }, signal) => {
        const answer = dryRun
          ? { ...(await client.profiles.check(draft, signal)), outcome: "checked", message: "Nothing was sent." }
          : await client.profiles.create({ ...draft, allowSame }, signal);
        for (const { field, message } of answer.warnings) context.terminal.err(`warning: ${field}: ${message}\n`);
        reportOutcome(context, contract.operations.create.output, answer);
      });
    });
}

interface UpdateOptions {
  readonly name?: string;
  readonly description?: string;
  readonly on: readonly ProfileSwitch[];
  readonly off: readonly ProfileSwitch[];
  readonly dryRun: boolean;
}

function addUpdate(profile: Command, context: CliContext): void {
  profile
    .command("update <profile>")
    .description("change name, description or switches of a profile; fields that are not given stay")
    .option("--name <text>", "new name")
    .option("--description <text>", "new description; an empty text removes it")
    .option("--on <switch>", "switch to turn on; may be given several times", addSwitch, [])
    .option("--off <switch>", "switch to turn off; may be given several times", addSwitch, [])
    .option("--dry-run", "show how many endpoints use the profile and send nothing", false)
    .addHelpText(
      "after",
      `\nA profile is given by its id or its name. The number of endpoints that use it is printed before the request is sent.\nSwitches: ${profileSwitchSchema.options.join(", ")}.\nExit code 4 when the answer was lost: sending it again is safe.\n\nExample:\n` +
        "  $ fleetdesk profile update Trackers --description 'vans in Europe' --on apply_sms_quota",
    )
    .action(async (idOrName: string, { on, off, dryRun, ...texts }: UpdateOptions) => {
      const switches = switchesOf(on, off);
      await context.withCore(async ({ client }, signal) => {
        const target = { ...context.scope(), profile: await findProfile(client, context, idOrName, signal) };
        const { endpoints, copy } = await client.profiles.users(target, signal);
        context.terminal.err(
          `Service profile ${target.profile} is used by ${endpoints.sentence} (${copyText(copy)}).\n`,
        );
        const { output } = contract.operations.update;
        const answer = dryRun
          ? { outcome: "checked", endpoints, message: "Nothing was sent." }
          : await client.profiles.update({ ...target, ...texts, switches }, signal);
        reportOutcome(context, output, answer);
      });
    });
}

/** Throws `invalid-usage` where one is both. */
function switchesOf(on: readonly ProfileSwitch[], off: readonly ProfileSwitch[]): Profile["switches"] {
  const both = on.find((one) => off.includes(one));
  if (both !== undefined) throw usageError(`${both} cannot be switched on and off.`);
  return Object.fromEntries([...on.map((one) => [one, true]), ...off.map((one) => [one, false])]);
}

function addSwitch(text: string, before: readonly ProfileSwitch[]): readonly ProfileSwitch[] {
  const parsed = profileSwitchSchema.safeParse(text.trim());
  if (!parsed.success) throw badValue(`A switch is one of ${profileSwitchSchema.options.join(", ")}.`);
  return [...before, parsed.data];
}

function printList(context: CliContext, { list, copy, items, ...sent }: ProfileList): void {
  const { terminal } = context;
  if (items.length > 0) {
    const rows = items.map((one) => [
      one.id,
      one.name ?? "not told",
      one.endpoints.exactness === "unknown" ? "unknown" : one.endpoints.sentence,
      dnsText(one.dns),
      callbackText(one.callback),
      one.sources.map(({ from }) => sourceText(from)).join(", "),
    ]);
    terminal.out(formatTable(["ID", "NAME", "USED BY", "DNS", "CALLBACK", "KNOWN FROM"], rows, 60));
  } else terminal.out("No service profile is known here.\n");
  saySent<UnsettledProfile>(context, sent, ({ name, dns, callback }) =>
    [
      `create "${name}"`,
      ...(dns === undefined ? [] : [`dns ${dns}`]),
      ...(callback === undefined ? [] : [`callback ${callback}`]),
    ].join(", "),
  );
  if (list.gap !== undefined) terminal.err(`warning: ${list.gap}\n`);
  const told = {
    never: "the service was never asked for its list; --refresh asks it",
    read: `list of the service as of ${iso(list.asOf) ?? ""}`,
    "not-offered": "this service has no list of profiles: known are those of endpoint records and of this computer",
  }[list.state];
  terminal.out(`${told} · ${copyText(copy)}\n`);
}

function describe({ profile, detail, record }: ProfileDetail): string {
  const { id, name, description, sources, endpoints, usedCount, dns, callback, switches, lostUpdate } = profile;
  const told = {
    never: "never asked for; --refresh asks",
    read: `as of ${iso(detail.asOf) ?? ""}`,
    "not-offered": "not offered by this service",
  }[detail.state];
  const lines = [
    `id: ${id}`,
    `name: ${name ?? "not told"}`,
    ...(description === undefined ? [] : [`description: ${description}`]),
    `known from: ${sources.map(({ from }) => sourceText(from)).join(", ")}`,
    `used by: ${endpoints.sentence}`,
    ...(usedCount === undefined ? [] : [`counted by the service: ${usedCount.count}, as of ${iso(usedCount.asOf)}`]),
    `dns: ${dnsText(dns)}`,
    `callback: ${callbackText(callback)}`,
    ...Object.entries(switches).map(([key, value]) => `${key}: ${value ? "on" : "off"}`),
    ...(lostUpdate === undefined
      ? []
      : [`last update: outcome unknown (${lostUpdate.fields.join(", ")}), sent ${iso(lostUpdate.at)}`]),
    `detail of the service: ${told}`,
    ...(record === undefined ? [] : [`record: ${formatJson(record)}`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
