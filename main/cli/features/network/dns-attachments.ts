/** dns attach, detach, undo, record, history: the DNS configuration of a service profile. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import { dns as contract, dnsAnswerSchema, type DnsAnswer } from "#shared/contract/network/dns.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { impactSchema, type DnsAssignment } from "#shared/contract/network/network-schemas.ts";
import { labelOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { findProfile, printImpact } from "./network-text.ts";
import { parseWhole } from "../../option-values.ts";
import { formatTable, iso, printAnswer } from "../../output.ts";
import { reportOutcome } from "../../report-outcome.ts";

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
    .action(async (id: string, nameOrId: string, { dryRun: trial }: Trial) => {
      await change(context, { nameOrId, trial, action: "attach" }, (client, profile, signal) =>
        client.dns.attach({ ...context.scope(), profile, dns: id }, signal),
      );
    });
  dns
    .command("detach <profile>")
    .description(t(($) => $.cli.network.dns.detach))
    .option("--dry-run", dryRun, false)
    .addHelpText("after", helpText({ text: named, examples: ["fleetdesk dns detach Trackers"] }))
    .action(async (nameOrId: string, { dryRun: trial }: Trial) => {
      await change(context, { nameOrId, trial, action: "detach" }, (client, profile, signal) =>
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
    .action(async (nameOrId: string, { dryRun: trial }: Trial) => {
      await change(context, { nameOrId, trial, action: "undo" }, (client, profile, signal) =>
        client.dns.undo({ ...context.scope(), profile }, signal),
      );
    });
  dns
    .command("record <profile> <id>")
    .description(t(($) => $.cli.network.dns.record))
    .addHelpText(
      "after",
      helpText({ examples: ["fleetdesk dns record Trackers 3", "fleetdesk dns record Meters none"] }),
    )
    .action(async (nameOrId: string, id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const profile = await findProfile(client, context, nameOrId, signal);
        const dnsInput = id === "none" ? {} : { dns: id };
        report(context, await client.dns.recordAssignment({ ...context.scope(), profile, ...dnsInput }, signal));
      });
    });
  addHistory(dns, context);
}

interface AttachmentChange {
  readonly nameOrId: string;
  readonly trial: boolean;
  readonly action: "attach" | "detach" | "undo";
}

/** Prints the impact before the request is sent. */
async function change(
  context: CliContext,
  { nameOrId, trial, action }: AttachmentChange,
  work: (client: FleetClient, profile: string, signal: AbortSignal) => Promise<DnsAnswer>,
): Promise<void> {
  await context.withCore(async ({ client }, signal) => {
    const profile = await findProfile(client, context, nameOrId, signal);
    const impact = await client.dns.impact({ ...context.scope(), action, profile }, signal);
    if (trial && context.globals().json) printAnswer(context.terminal, impactSchema, impact);
    else printImpact(context, impact);
    if (!trial) report(context, await work(client, profile, signal));
  });
}

function report(context: CliContext, answer: DnsAnswer): void {
  const hint =
    answer.outcome === "moved"
      ? { hint: t(($) => $.cli.network.dns.currentAssignment, { assignment: assignmentText(answer.use.assignment) }) }
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
    .action(async (nameOrId: string | undefined, { limit }: { readonly limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const profile = nameOrId === undefined ? {} : { profile: await findProfile(client, context, nameOrId, signal) };
        const { changes } = await client.dns.changes({ ...context.scope(), ...profile, limit }, signal);
        if (context.globals().json) printAnswer(context.terminal, contract.operations.changes.output, { changes });
        else if (changes.length === 0) context.terminal.out(t(($) => $.cli.network.dns.noHistory));
        else {
          const rows = changes.map((one) => [
            iso(one.at) ?? "",
            labelOf(one.kind),
            one.profileName ?? one.profile,
            `${assignmentText(one.before)} → ${assignmentText(one.after)}`,
            labelOf(one.state),
            undoText(one),
          ]);
          context.terminal.out(
            formatTable(
              [
                t(($) => $.cli.headings.time),
                t(($) => $.cli.headings.change),
                t(($) => $.cli.headings.profile),
                t(($) => $.cli.headings.dns),
                t(($) => $.cli.headings.outcome),
                t(($) => $.cli.headings.undo),
              ],
              rows,
            ),
          );
        }
      });
    });
}

function undoText({ undoneBy, undoable }: { readonly undoneBy?: unknown; readonly undoable: boolean }): string {
  if (undoneBy !== undefined) return t(($) => $.cli.network.dns.undone);
  return undoable ? t(($) => $.cli.network.dns.undoable) : "";
}

function assignmentText(assignment: DnsAssignment): string {
  return assignment.state === "uses" ? assignment.dns : assignment.state;
}
