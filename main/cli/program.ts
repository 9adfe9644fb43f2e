/** The program: its global options, its groups, and the commands of all features. */
import { Command } from "commander";
import { completionCommands } from "./completion.ts";
import type { CliContext } from "./context.ts";
import { addCommands, type Definition } from "./define-command.ts";
import { exitCodesCommand } from "./exit-codes-command.ts";
import { auditCommands } from "./features/audit/audit.ts";
import { campaignCommands } from "./features/campaigns/commands.ts";
import { connectionCommands } from "./features/connections/connections.ts";
import { simulatorCommand } from "./features/connections/simulator.ts";
import { eventCommands } from "./features/events/events.ts";
import { fleetCommands } from "./features/fleet/commands.ts";
import { messageCommands } from "./features/messages/commands.ts";
import { networkCommands } from "./features/network/commands.ts";
import { quotaCommands } from "./features/quotas/commands.ts";
import { settingsCommands } from "./features/settings/settings.ts";
import { addGlobalOptions } from "./globals.ts";
import { helpConfiguration } from "./help-configuration.ts";
import { helpText } from "./help-text.ts";
import { t } from "./text.ts";

export const definitions: readonly Definition[] = [
  simulatorCommand,
  ...connectionCommands,
  ...fleetCommands,
  ...messageCommands,
  ...networkCommands,
  ...eventCommands,
  ...quotaCommands,
  ...auditCommands,
  ...campaignCommands,
  ...settingsCommands,
  exitCodesCommand,
  ...completionCommands,
];

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

const exitHelp = helpText({
  text: t(($) => $.cli.program.help),
  examples: [
    "fleetdesk simulator --endpoints 2000",
    'echo \'{"application_token":"…"}\' | fleetdesk connection create office --base-url https://cdn.emnify.net',
    "fleetdesk sync endpoint sim",
    "fleetdesk campaign create --name reboot --sender 4911 --text 'REBOOT {{pin}}' --csv trackers.csv",
    "fleetdesk campaign run 1",
  ],
});

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
    .addHelpText("after", exitHelp);
  addGlobalOptions(program, context.environment);
  program.optionsGroup("Options:");
  addCommands(program, context, groups, definitions);
  return program;
}
