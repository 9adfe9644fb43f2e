/** dns attach, detach, undo, tell, history: which configuration a service profile uses. */
import { t } from "./text.ts";
import { helpText } from "./help-text.ts";
import type { Command } from "commander";
import { dns as contract, dnsAnswerSchema, type DnsAnswer } from "#contract/dns.ts";
import type { FleetClient } from "#contract/index.ts";
import { radiusSchema, type DnsStand } from "#contract/network-words.ts";
import type { CliContext } from "./context.ts";
import { findProfile, sayRadius } from "./network-text.ts";
import { parseWhole } from "./option-values.ts";
import { formatTable, iso, printAnswer } from "./output.ts";
import { reportOutcome } from "./report-outcome.ts";

interface Trial {
  readonly dryRun: boolean;
}

const dryRun = t(($) => $.cli.network.dryRunImpact);
const named = t(($) => $.cli.network.dns.profileHelp);

export function addDnsAttachments(dns: Command, context: CliContext): void {
  dns
    .command("attach <id> <profile>")
    .description(t(($) => $.cli.network.dns.attach))
    .option("--dry-run", dryRun, false)
    .addHelpText(
      "after",
      helpText({
        text: named,
        examples: ["fleetdesk dns attach 4 Trackers --dry-run", "fleetdesk dns attach 4 901"],
      }),
    )
    .action(async (id: string, given: string, { dryRun: trial }: Trial) => {
      await change(context, { given, trial, action: "attach" }, (client, profile, signal) =>
        client.dns.attach({ ...context.scope(), profile, dns: id }, signal),
      );
    });
  dns
    .command("detach <profile>")
    .description(t(($) => $.cli.network.dns.detach))
    .option("--dry-run", dryRun, false)
    .addHelpText("after", helpText({ text: named, examples: ["fleetdesk dns detach Trackers"] }))
    .action(async (given: string, { dryRun: trial }: Trial) => {
      await change(context, { given, trial, action: "detach" }, (client, profile, signal) =>
        client.dns.detach({ ...context.scope(), profile }, signal),
      );
    });
  dns
    .command("undo <profile>")
    .description(t(($) => $.cli.network.dns.undo))
    .option("--dry-run", dryRun, false)
    .addHelpText(
      "after",
      helpText({
        text: `${named}\n${t(($) => $.cli.network.dns.undoHelp)}`,
        examples: ["fleetdesk dns undo Trackers"],
      }),
    )
    .action(async (given: string, { dryRun: trial }: Trial) => {
      await change(context, { given, trial, action: "undo" }, (client, profile, signal) =>
        client.dns.undo({ ...context.scope(), profile }, signal),
      );
    });
  dns
    .command("tell <profile> <id>")
    .description(t(($) => $.cli.network.dns.tell))
    .addHelpText("after", helpText({ examples: ["fleetdesk dns tell Trackers 3", "fleetdesk dns tell Meters none"] }))
    .action(async (given: string, id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const profile = await findProfile(client, context, given, signal);
        const told = id === "none" ? {} : { dns: id };
        report(context, await client.dns.tell({ ...context.scope(), profile, ...told }, signal));
      });
    });
  addHistory(dns, context);
}

interface Wanted {
  readonly given: string;
  readonly trial: boolean;
  readonly action: "attach" | "detach" | "undo";
}

/** Says whom it reaches before it is sent. */
async function change(
  context: CliContext,
  { given, trial, action }: Wanted,
  work: (client: FleetClient, profile: string, signal: AbortSignal) => Promise<DnsAnswer>,
): Promise<void> {
  await context.withCore(async ({ client }, signal) => {
    const profile = await findProfile(client, context, given, signal);
    const radius = await client.dns.radius({ ...context.scope(), action, profile }, signal);
    if (trial && context.globals().json) printAnswer(context.terminal, radiusSchema, radius);
    else sayRadius(context, radius);
    if (!trial) report(context, await work(client, profile, signal));
  });
}

function report(context: CliContext, answer: DnsAnswer): void {
  const hint =
    answer.outcome === "moved"
      ? { hint: t(($) => $.cli.network.dns.currentAssignment, { assignment: standText(answer.use.stand) }) }
      : {};
  reportOutcome(context, dnsAnswerSchema, answer, hint);
}

function addHistory(dns: Command, context: CliContext): void {
  dns
    .command("history [profile]")
    .description(t(($) => $.cli.network.dns.history))
    .option(
      "--limit <n>",
      t(($) => $.cli.network.dns.historyLimit),
      parseWhole(
        t(($) => $.cli.program.limitValue),
        1,
        200,
      ),
      50,
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk dns history Trackers"] }))
    .action(async (given: string | undefined, { limit }: { readonly limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const profile = given === undefined ? {} : { profile: await findProfile(client, context, given, signal) };
        const { changes } = await client.dns.changes({ ...context.scope(), ...profile, limit }, signal);
        if (context.globals().json) printAnswer(context.terminal, contract.operations.changes.output, { changes });
        else if (changes.length === 0) context.terminal.out(t(($) => $.cli.network.dns.noHistory));
        else {
          const rows = changes.map((one) => [
            iso(one.at) ?? "",
            one.kind,
            one.profileName ?? one.profile,
            `${standText(one.before)} → ${standText(one.after)}`,
            one.state,
            one.undoneBy === undefined ? (one.undoable ? "undo" : "") : "undone",
          ]);
          context.terminal.out(formatTable(["AT", "WHAT", "PROFILE", "DNS", "OUTCOME", ""], rows));
        }
      });
    });
}

function standText(stand: DnsStand): string {
  return stand.state === "uses" ? stand.dns : stand.state;
}
