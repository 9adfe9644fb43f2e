/** The program: its global options, its groups, and the commands of all features. */
import { Command } from "commander";
import type { CliContext } from "./context.ts";
import type { Definition } from "./define-command.ts";
import { addGlobalOptions } from "./globals.ts";
import { helpConfiguration } from "./help-configuration.ts";
import { helpText } from "./help-text.ts";
import { t } from "./text.ts";

/** First words of the commands of a feature, and its module: a command loads only its own. */
const features: readonly (readonly [words: string, load: () => Promise<readonly Definition[]>])[] = [
  ["simulator", async () => [(await import("./features/connections/simulator.ts")).simulatorCommand]],
  [
    "connection session sign-out api",
    async () => (await import("./features/connections/connections.ts")).connectionCommands,
  ],
  [
    "list get sync check diff export identify audience",
    async () => (await import("./features/fleet/commands.ts")).fleetCommands,
  ],
  ["sms template", async () => (await import("./features/messages/commands.ts")).messageCommands],
  ["dns profile stream callback", async () => (await import("./features/network/commands.ts")).networkCommands],
  ["event", async () => (await import("./features/events/events.ts")).eventCommands],
  ["quota", async () => (await import("./features/quotas/commands.ts")).quotaCommands],
  ["audit verify", async () => (await import("./features/audit/audit.ts")).auditCommands],
  ["campaign suppression draft", async () => (await import("./features/campaigns/commands.ts")).campaignCommands],
  ["diagnostics backup", async () => (await import("./features/settings/settings.ts")).settingsCommands],
  ["exit-codes", async () => [(await import("./exit-codes-command.ts")).exitCodesCommand]],
  ["completion", async () => (await import("./completion.ts")).completionCommands],
];

/** The commands that begin as `word` does; all of them for a word that begins none. */
export async function loadDefinitions(word = ""): Promise<readonly Definition[]> {
  const feature = features.find(([words]) => words.split(" ").includes(word));
  // The completion contains every command.
  if (feature !== undefined && word !== "completion") return await feature[1]();
  return (await Promise.all(features.map(([, load]) => load()))).flat();
}

/** The first word of a path → what the group is for. */
export const groups: Readonly<Record<string, string>> = {
  audience: t(($) => $.cli.fleet.audience.summary),
  audit: t(($) => $.cli.audit.summary),
  backup: t(($) => $.cli.settings.data.summary),
  callback: t(($) => $.cli.network.callbacks.summary),
  campaign: t(($) => $.cli.campaigns.summary),
  connection: t(($) => $.cli.connections.summary),
  dns: t(($) => $.cli.network.dns.summary),
  draft: t(($) => $.cli.campaigns.drafts.summary),
  event: t(($) => $.cli.events.summary),
  profile: t(($) => $.cli.network.profiles.summary),
  quota: t(($) => $.cli.quotas.summary),
  sms: t(($) => $.cli.messages.summary),
  stream: t(($) => $.cli.network.streams.summary),
  suppression: t(($) => $.cli.campaigns.suppression.summary),
  template: t(($) => $.cli.messages.template.summary),
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
      writeErr: (text) => context.terminal.err(text),
      // The caller prints it in the format of all errors.
      outputError: () => undefined,
    })
    .addHelpText("after", rootHelp);
  addGlobalOptions(program, context.environment);
  return program.optionsGroup("Options:");
}
