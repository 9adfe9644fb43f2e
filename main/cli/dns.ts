/** dns list, create, delete: DNS configurations; `dns-attachments.ts` adds what profiles use. */
import type { Command } from "commander";
import {
  dns as contract,
  dnsListSchema,
  type DnsConfiguration,
  type DnsList,
  type UnsettledDns,
} from "#contract/dns.ts";
import { radiusSchema } from "#contract/network-words.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { addDnsAttachments } from "./dns-attachments.ts";
import { copyText, sayRadius, saySent } from "./network-text.ts";
import { formatTable, iso, printAnswer, printJson } from "./output.ts";
import { reportOutcome } from "./report-outcome.ts";

export function addDnsCommands(program: Command, context: CliContext): void {
  const dns = program
    .command("dns")
    .description("DNS configurations: list, create, delete; attach, detach and undo at service profiles");
  addList(dns, context);
  addCreate(dns, context);
  addDelete(dns, context);
  addDnsAttachments(dns, context);
}

function addList(dns: Command, context: CliContext): void {
  dns
    .command("list")
    .description("list the configurations as they are kept, with the profiles that are known to use them")
    .option("--refresh", "ask the service first")
    .addHelpText(
      "after",
      "\nThe service does not tell which profile uses which configuration: what is not known is said.\n\nExamples:\n" +
        "  $ fleetdesk dns list --refresh\n  $ fleetdesk dns list --json",
    )
    .action(async ({ refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const list = await client.dns[refresh ? "refresh" : "list"](context.scope(), signal);
        if (context.globals().json) printAnswer(context.terminal, dnsListSchema, list);
        else printList(context, list);
      });
    });
}

function printList(context: CliContext, list: DnsList): void {
  const { terminal } = context;
  const { state, asOf, gap, items, unknownProfiles, allProfilesKnown } = list;
  if (state === "never") terminal.out("The service was never asked for its DNS configurations; --refresh asks it.\n");
  if (state === "not-offered") terminal.out("This service has no list of DNS configurations.\n");
  if (items.length > 0) {
    const rows = items.map((one) => [
      one.id,
      one.primary ?? "not told",
      one.secondary ?? "not told",
      one.version === undefined ? "" : `IPv${one.version}`,
      usersText(one),
    ]);
    terminal.out(formatTable(["ID", "PRIMARY", "SECONDARY", "VERSION", "KNOWN TO BE USED BY"], rows, 80));
  } else if (state === "read" && gap === undefined) terminal.out("There is no DNS configuration.\n");
  if (gap !== undefined) terminal.err(`warning: ${gap}\n`);
  saySent<UnsettledDns>(context, list, ({ kind, dns = "", primary = "", secondary = "" }) =>
    kind === "delete" ? `delete ${dns}` : `create ${primary} ${secondary}`,
  );
  const when = asOf === undefined ? [] : [`as of ${iso(asOf)}`];
  const unknown = unknownProfiles === 0 ? [] : [`what ${profilesText(unknownProfiles)} is not known`];
  const more = allProfilesKnown ? [] : ["there may be profiles that are not known here"];
  const footing = [...when, ...unknown, ...more];
  if (footing.length > 0) terminal.out(`${footing.join(" · ")}\n`);
}

function profilesText(count: number): string {
  return count === 1 ? "1 service profile uses" : `${count} service profiles use`;
}

function usersText({ users }: DnsConfiguration): string {
  return users.map(({ id, name, endpoints }) => `${name ?? id}: ${endpoints.sentence}`).join("; ");
}

function addCreate(dns: Command, context: CliContext): void {
  dns
    .command("create <primary> <secondary>")
    .description("create a configuration of two IP addresses; one that is there already is not created again")
    .option("--allow-same", "create it although one with these addresses is there, or was sent", false)
    .option("--dry-run", "check the addresses and send nothing", false)
    .addHelpText(
      "after",
      "\nExit code 4 when the answer was lost, 5 when one with these addresses is there or was sent already.\n\n" +
        "Example:\n  $ fleetdesk dns create 9.9.9.9 149.112.112.112",
    )
    .action(async (primary: string, secondary: string, options: { allowSame: boolean; dryRun: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const addresses = { ...context.scope(), primary, secondary };
        if (options.dryRun) {
          const checked = await client.dns.check(addresses, signal);
          warn(context, checked.warnings);
          if (context.globals().json) printJson(context.terminal, checked);
          else context.terminal.out(`Two IPv${checked.version} addresses; nothing was sent.\n`);
          return;
        }
        const answer = await client.dns.create({ ...addresses, allowSame: options.allowSame }, signal);
        warn(context, answer.warnings);
        reportOutcome(context, contract.operations.create.output, answer);
      });
    });
}

function addDelete(dns: Command, context: CliContext): void {
  dns
    .command("delete <id>")
    .description("delete a configuration; refused while a service profile uses it")
    .option("--dry-run", "say who is known to use it and send nothing", false)
    .addHelpText("after", "\nExit code 4 when the answer was lost.\n\nExample:\n  $ fleetdesk dns delete 4")
    .action(async (id: string, { dryRun }: { readonly dryRun: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const radius = await client.dns.radius({ ...context.scope(), action: "delete", dns: id }, signal);
        if (dryRun) {
          if (context.globals().json) printAnswer(context.terminal, radiusSchema, radius);
          else sayRadius(context, radius);
          return;
        }
        const answer = await client.dns.remove({ ...context.scope(), dns: id }, signal);
        if (answer.outcome !== "in-use") reportOutcome(context, contract.operations.remove.output, answer);
        else {
          if (context.globals().json) printAnswer(context.terminal, contract.operations.remove.output, answer);
          throw new AppError(
            "dns-in-use",
            `${answer.message}${answer.radius === undefined ? "" : ` (${copyText(answer.radius.copy)})`}`,
          );
        }
      });
    });
}

function warn(
  { terminal }: CliContext,
  warnings: readonly { readonly field: string; readonly message: string }[],
): void {
  for (const { field, message } of warnings) terminal.err(`warning: ${field}: ${message}\n`);
}
