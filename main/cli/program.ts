/** The program and its groups of commands. */
import { t } from "./text.ts";
import { helpConfiguration } from "./help-configuration.ts";
import { helpText } from "./help-text.ts";
import { Command } from "commander";
import { addAudienceCommands } from "./features/fleet/audience.ts";
import { addAuditCommands } from "./features/audit/audit.ts";
import { addCallbackCommands } from "./features/network/callbacks.ts";
import { addCampaignPreview } from "./features/campaigns/campaign-audience.ts";
import { addCampaignPlan } from "./features/campaigns/campaign-plan.ts";
import { addCampaignPreflight } from "./features/campaigns/campaign-preflight.ts";
import { addCampaignReports } from "./features/campaigns/campaign-reports.ts";
import { addCampaignWaves } from "./features/campaigns/campaign-waves.ts";
import { addCampaignRun } from "./features/campaigns/campaign-run.ts";
import { addCampaignWatch } from "./features/campaigns/campaign-watch.ts";
import { addCampaignSteering } from "./features/campaigns/campaign-steering.ts";
import { addCheckCommand } from "./features/fleet/check.ts";
import { addConnectionCommands } from "./features/connections/connections.ts";
import type { CliContext } from "./context.ts";
import { addBackupCommands } from "./features/settings/data.ts";
import { addDiagnosticsCommands } from "./features/connections/diagnostics.ts";
import { addDiffCommand } from "./features/fleet/diff.ts";
import { addDnsCommands } from "./features/network/dns.ts";
import { addDoctorCommand } from "./features/fleet/doctor.ts";
import { addDraftCommands } from "./features/campaigns/drafts.ts";
import { addEventCommands } from "./features/events/events.ts";
import { addExitCodesCommand } from "./exit-codes-command.ts";
import { addExportCommand } from "./features/fleet/export.ts";
import { addGlobalOptions } from "./globals.ts";
import { addListCommand } from "./features/fleet/list.ts";
import { addQuotaCommands } from "./features/quotas/quota.ts";
import { addProfileCommands } from "./features/network/profiles.ts";
import { addShowCommand } from "./features/fleet/show.ts";
import { addSimulatorCommand } from "./features/connections/simulator.ts";
import { addSmsCommands } from "./features/messages/sms.ts";
import { addStreamCommands } from "./features/network/streams.ts";
import { addSuppressionCommands } from "./features/campaigns/suppression.ts";
import { addSyncCommand } from "./features/fleet/sync.ts";
import { addTemplateCommands } from "./features/messages/templates.ts";
import { addVerifyCommand } from "./features/audit/verify.ts";

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
