/** dns attach, detach, undo, tell, history: which configuration a service profile uses. */
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

const dryRun = "say whom it reaches and send nothing";
const named =
  "\nA profile is given by its id or its name. Exit code 4 when the answer was lost: doing it once more is safe.\n";

export function addDnsAttachments(dns: Command, context: CliContext): void {
  dns
    .command("attach <id> <profile>")
    .description("give a service profile this configuration; what it used before is kept for undo, where it is known")
    .option("--dry-run", dryRun, false)
    .addHelpText(
      "after",
      `${named}\nExamples:\n  $ fleetdesk dns attach 4 Trackers --dry-run\n  $ fleetdesk dns attach 4 901`,
    )
    .action(async (id: string, given: string, { dryRun: trial }: Trial) => {
      await change(context, { given, trial, action: "attach" }, (client, profile, signal) =>
        client.dns.attach({ ...context.scope(), profile, dns: id }, signal),
      );
    });
  dns
    .command("detach <profile>")
    .description("take the configuration out of a service profile: its endpoints use the service's own name servers")
    .option("--dry-run", dryRun, false)
    .addHelpText("after", `${named}\nExample:\n  $ fleetdesk dns detach Trackers`)
    .action(async (given: string, { dryRun: trial }: Trial) => {
      await change(context, { given, trial, action: "detach" }, (client, profile, signal) =>
        client.dns.detach({ ...context.scope(), profile }, signal),
      );
    });
  dns
    .command("undo <profile>")
    .description("put back what the newest change made here replaced, unless it moved since")
    .option("--dry-run", dryRun, false)
    .addHelpText(
      "after",
      `${named}Exit code 5 when it moved: nothing was sent.\n\nExample:\n  $ fleetdesk dns undo Trackers`,
    )
    .action(async (given: string, { dryRun: trial }: Trial) => {
      await change(context, { given, trial, action: "undo" }, (client, profile, signal) =>
        client.dns.undo({ ...context.scope(), profile }, signal),
      );
    });
  dns
    .command("tell <profile> <id>")
    .description(
      "keep what you know that a profile uses, an id or none, where the service does not tell; sends nothing",
    )
    .addHelpText("after", "\nExamples:\n  $ fleetdesk dns tell Trackers 3\n  $ fleetdesk dns tell Meters none")
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
  const hint = answer.outcome === "moved" ? { hint: ` It is now: ${standText(answer.use.stand)}.` } : {};
  reportOutcome(context, dnsAnswerSchema, answer, hint);
}

function addHistory(dns: Command, context: CliContext): void {
  dns
    .command("history [profile]")
    .description("what was changed from this computer, newest first")
    .option("--limit <n>", "at most so many", parseWhole("The limit", 1, 200), 50)
    .addHelpText("after", "\nExample:\n  $ fleetdesk dns history Trackers")
    .action(async (given: string | undefined, { limit }: { readonly limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const profile = given === undefined ? {} : { profile: await findProfile(client, context, given, signal) };
        const { changes } = await client.dns.changes({ ...context.scope(), ...profile, limit }, signal);
        if (context.globals().json) printAnswer(context.terminal, contract.operations.changes.output, { changes });
        else if (changes.length === 0) context.terminal.out("Nothing was changed from this computer.\n");
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
