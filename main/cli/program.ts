/** The program: its global options, its groups, and the commands of all features. */
import { type Argument, Command, Help, type HelpConfiguration, type Option } from "commander";
import { type CliContext, isJson } from "./context.ts";
import type { Definition } from "./define-command.ts";
import { addGlobalOptions } from "./globals.ts";
import { helpText, t } from "./text.ts";

/** First words of the commands of a module: a command loads only its own. */
const modules: readonly (readonly [words: string, load: () => Promise<readonly Definition[]>])[] = [
  ["simulator", async () => [(await import("./features/connections/simulator.ts")).simulatorCommand]],
  [
    "connection session sign-out",
    async () => (await import("./features/connections/connections.ts")).connectionCommands,
  ],
  ["proxy", async () => (await import("./features/connections/proxies.ts")).proxyCommands],
  ["api", async () => [(await import("./features/connections/api-request.ts")).apiCommand]],
  ["overview", async () => [(await import("./features/fleet/overview.ts")).overviewCommand]],
  ["list", async () => [(await import("./features/fleet/list.ts")).listCommand]],
  ["get", async () => [(await import("./features/fleet/get.ts")).getCommand]],
  ["sync check diff count export", async () => (await import("./features/fleet/cache.ts")).cacheCommands],
  ["identify", async () => [(await import("./features/fleet/identify.ts")).identifyCommand]],
  ["audience", async () => (await import("./features/fleet/audiences.ts")).audienceCommands],
  ["sms", async () => (await import("./features/messages/sms.ts")).smsCommands],
  ["template", async () => (await import("./features/messages/templates.ts")).templateCommands],
  ["dns", async () => (await import("./features/network/dns.ts")).dnsCommands],
  ["profile", async () => (await import("./features/network/profiles.ts")).profileCommands],
  ["stream", async () => (await import("./features/network/streams.ts")).streamCommands],
  ["callback", async () => (await import("./features/network/streams.ts")).callbackCommands],
  ["event", async () => (await import("./features/events/events.ts")).eventCommands],
  ["quota", async () => (await import("./features/quotas/writes.ts")).writeCommands],
  ["quota", async () => (await import("./features/quotas/changes.ts")).changeCommands],
  ["quota", async () => (await import("./features/quotas/overview.ts")).overviewCommands],
  ["audit verify", async () => (await import("./features/audit/audit.ts")).auditCommands],
  ["campaign", async () => [(await import("./features/campaigns/plan.ts")).createCommand]],
  ["campaign", async () => [(await import("./features/campaigns/audience.ts")).previewCommand]],
  ["campaign", async () => (await import("./features/campaigns/preflight.ts")).preflightCommands],
  ["campaign", async () => (await import("./features/campaigns/run.ts")).runCommands],
  ["campaign", async () => (await import("./features/campaigns/steering.ts")).steeringCommands],
  ["campaign", async () => (await import("./features/campaigns/waves.ts")).waveCommands],
  ["campaign", async () => (await import("./features/campaigns/reports.ts")).reportCommands],
  ["suppression", async () => (await import("./features/campaigns/suppression.ts")).suppressionCommands],
  ["draft", async () => (await import("./features/campaigns/drafts.ts")).draftCommands],
  ["diagnostics log", async () => (await import("./features/settings/diagnostics.ts")).diagnosticsCommands],
  ["data settings", async () => (await import("./features/settings/data.ts")).dataCommands],
  ["backup", async () => (await import("./features/settings/settings.ts")).settingsCommands],
  ["update", async () => (await import("./features/settings/updates.ts")).updateCommands],
  ["exit-codes completion", async () => (await import("./help-commands.ts")).helpCommands],
];

/** The commands that begin as `word` does; all of them for a word that begins none. */
export async function loadDefinitions(word = ""): Promise<readonly Definition[]> {
  const own = modules.filter(([words]) => words.split(" ").includes(word));
  // The completion contains every command.
  const loaded = own.length === 0 || word === "completion" ? modules : own;
  return (await Promise.all(loaded.map(([, load]) => load()))).flat();
}

/** The first word of a path → what the group is for. */
export const groups: Readonly<Record<string, string>> = {
  audience: t(($) => $.cli.fleet.audience.summary),
  audit: t(($) => $.cli.audit.summary),
  backup: t(($) => $.cli.settings.data.summary),
  callback: t(($) => $.cli.network.callbacks.summary),
  campaign: t(($) => $.cli.campaigns.summary),
  connection: t(($) => $.cli.connections.summary),
  data: t(($) => $.cli.settings.data.groupSummary),
  dns: t(($) => $.cli.network.dns.summary),
  draft: t(($) => $.cli.campaigns.drafts.summary),
  event: t(($) => $.cli.events.summary),
  profile: t(($) => $.cli.network.profiles.summary),
  proxy: t(($) => $.cli.connections.proxy.summary),
  quota: t(($) => $.cli.quotas.summary),
  settings: t(($) => $.cli.settings.file.summary),
  sms: t(($) => $.cli.messages.summary),
  stream: t(($) => $.cli.network.streams.summary),
  suppression: t(($) => $.cli.campaigns.suppression.summary),
  template: t(($) => $.cli.messages.template.summary),
  update: t(($) => $.cli.settings.update.summary),
};

const rootHelp = helpText({
  text: t(($) => $.cli.program.help),
  examples: [
    "fleetdesk simulator --endpoints 2000",
    'echo \'{"application_token":"…"}\' | fleetdesk connection create office --base-url https://cdn.emnify.net',
    "fleetdesk sync endpoint sim",
    "fleetdesk campaign create --name reboot --sender 4911 --text 'REBOOT {{pin}}' --csv trackers.csv",
    "fleetdesk campaign run 1",
  ],
});

/** The program with its global options; `addCommands` adds the commands. */
export function createProgram(context: CliContext, version: string): Command {
  const program = new Command("fleetdesk");
  program
    .description(t(($) => $.cli.program.summary))
    .version(
      version,
      "--version",
      t(($) => $.cli.program.versionOption),
    )
    .helpOption(
      "-h, --help",
      t(($) => $.cli.program.helpOption),
    )
    .helpCommand(
      "help [command...]",
      t(($) => $.cli.program.helpCommand),
    )
    .configureHelp(helpConfiguration)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.out(text),
      // The help of a group without a command; with JSON output, stderr has one document.
      writeErr: (text) => {
        if (!isJson(context)) context.terminal.err(text);
      },
      // The caller prints it in the format of all errors.
      outputError: () => undefined,
    })
    .addHelpText("after", rootHelp);
  addGlobalOptions(program, context.environment);
  return program.optionsGroup("Options:");
}

/** Formats the help of every command. */
const standard = new Help();

/** Commander's heading, which it does not let a program configure. */
const globalHeading = "Global Options:";

const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: true,
  // Long names of commands leave less than the standard 40 columns at a width of 80.
  minWidthToWrap: 30,
  styleTitle: (title) => (title === globalHeading ? t(($) => $.cli.program.globalOptionsOfCommand) : title),
  optionDescription: (option) => standard.optionDescription(withoutEmptyDefault(option)),
  argumentDescription: (argument) => standard.argumentDescription(withoutEmptyDefault(argument)),
};

/** A default of false, an empty text, an empty list or infinity says nothing to a reader. */
function withoutEmptyDefault<T extends Option | Argument>(item: T): T {
  const value: unknown = item.defaultValue;
  const isEmpty =
    value === false ||
    value === null ||
    value === "" ||
    value === Number.POSITIVE_INFINITY ||
    (Array.isArray(value) && value.length === 0);
  return isEmpty && item.defaultValueDescription === undefined
    ? (Object.create(item, { defaultValue: { value: undefined } }) as T)
    : item;
}
