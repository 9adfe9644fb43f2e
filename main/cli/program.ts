/** The program and its groups of commands. */
import { t } from "./text.ts";
import { helpConfiguration } from "./help-configuration.ts";
import { helpText } from "./help-text.ts";
import { Command } from "commander";
import { addAudienceCommands } from "./audience.ts";
import { addAuditCommands } from "./audit.ts";
import { addCallbackCommands } from "./callbacks.ts";
import { addCampaignPreview } from "./campaign-audience.ts";
import { addCampaignPlan } from "./campaign-plan.ts";
import { addCampaignPreflight } from "./campaign-preflight.ts";
import { addCampaignReports } from "./campaign-reports.ts";
import { addCampaignWaves } from "./campaign-waves.ts";
import { addCampaignRun } from "./campaign-run.ts";
import { addCampaignWatch } from "./campaign-watch.ts";
import { addCampaignSteering } from "./campaign-steering.ts";
import { addCheckCommand } from "./check.ts";
import { addConnectionCommands } from "./connections.ts";
import type { CliContext } from "./context.ts";
import { addBackupCommands } from "./data.ts";
import { addDiagnosticsCommands } from "./diagnostics.ts";
import { addDiffCommand } from "./diff.ts";
import { addDnsCommands } from "./dns.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addDraftCommands } from "./drafts.ts";
import { addEventCommands } from "./events.ts";
import { addExitCodesCommand } from "./exit-codes-command.ts";
import { addExportCommand } from "./export.ts";
import { addGlobalOptions } from "./globals.ts";
import { addListCommand } from "./list.ts";
import { addQuotaCommands } from "./quota.ts";
import { addProfileCommands } from "./profiles.ts";
import { addShowCommand } from "./show.ts";
import { addSimulatorCommand } from "./simulator.ts";
import { addSmsCommands } from "./sms.ts";
import { addStreamCommands } from "./streams.ts";
import { addSuppressionCommands } from "./suppression.ts";
import { addSyncCommand } from "./sync.ts";
import { addTemplateCommands } from "./templates.ts";
import { addVerifyCommand } from "./verify.ts";

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
      "help [command]",
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
  addSimulatorCommand(program, context);
  addConnectionCommands(program, context);
  addDiagnosticsCommands(program, context);
  addSyncCommand(program, context);
  addListCommand(program, context);
  addShowCommand(program, context);
  addDiffCommand(program, context);
  addCheckCommand(program, context);
  addExportCommand(program, context);
  addDoctorCommand(program, context);
  addAudienceCommands(program, context);
  addSmsCommands(program, context);
  addDnsCommands(program, context);
  addProfileCommands(program, context);
  addEventCommands(program, context);
  addStreamCommands(program, context);
  addCallbackCommands(program, context);
  addTemplateCommands(program, context);
  addSuppressionCommands(program, context);
  addDraftCommands(program, context);
  addQuotaCommands(program, context);
  addAuditCommands(program, context);
  addExitCodesCommand(program, context);
  addBackupCommands(program, context);
  const campaign = program.command("campaign").description(t(($) => $.cli.campaigns.summary));
  addCampaignPlan(campaign, context);
  addCampaignPreview(campaign, context);
  addCampaignPreflight(campaign, context);
  addCampaignRun(campaign, context);
  addCampaignSteering(campaign, context);
  addCampaignWaves(campaign, context);
  addCampaignReports(campaign, context);
  addCampaignWatch(campaign, context);
  addVerifyCommand(program, context);
  return program;
}
