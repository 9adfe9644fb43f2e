/** dns list, create, delete: DNS configurations; `dns-attachments.ts` adds their assignment to service profiles. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Command } from "commander";
import {
  dns as contract,
  dnsListSchema,
  type DnsConfiguration,
  type DnsList,
  type UnresolvedDns,
} from "#shared/contract/network/dns.ts";
import { impactSchema } from "#shared/contract/network/network-schemas.ts";
import type { CliContext } from "../../context.ts";
import { addDnsAttachments } from "./dns-attachments.ts";
import { formatCacheState, printImpact, printSentChanges } from "./network-text.ts";
import { formatTable, iso, printAnswer } from "../../output.ts";
import { reportOutcome } from "../../report-outcome.ts";
import { cliError } from "../../usage-error.ts";

export function addDnsCommands(program: Command, context: CliContext): void {
  const dns = program.command("dns").description(t(($) => $.cli.network.dns.summary));
  addList(dns, context);
  addCreate(dns, context);
  addDelete(dns, context);
  addDnsAttachments(dns, context);
}

function addList(dns: Command, context: CliContext): void {
  dns
    .command("list")
    .description(t(($) => $.cli.network.dns.list))
    .option(
      "--refresh",
      t(($) => $.cli.network.refresh),
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.network.dns.listHelp),
        examples: ["fleetdesk dns list --refresh", "fleetdesk dns list --json"],
      }),
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
  const { state, asOf, gap, items, unknownProfiles, hasAllProfiles: allProfilesLoaded } = list;
  if (state === "never") terminal.out(t(($) => $.cli.network.dns.neverRead));
  if (state === "not-offered") terminal.out(t(($) => $.cli.network.dns.notOffered));
  if (items.length > 0) {
    const rows = items.map((one) => [
      one.id,
      one.primary ?? t(($) => $.cli.network.notReported),
      one.secondary ?? t(($) => $.cli.network.notReported),
      one.version === undefined ? "" : t(($) => $.cli.network.dns.ipVersion, { version: one.version }),
      usersText(one),
    ]);
    terminal.out(
      formatTable(
        [
          t(($) => $.cli.headings.id),
          t(($) => $.cli.headings.primary),
          t(($) => $.cli.headings.secondary),
          t(($) => $.cli.headings.ipVersion),
          t(($) => $.cli.headings.usedBy),
        ],
        rows,
        80,
      ),
    );
  } else if (state === "read" && gap === undefined) terminal.out(t(($) => $.cli.network.dns.none));
  if (gap !== undefined) terminal.err(t(($) => $.cli.program.warning, { warning: formatText(gap) }));
  printSentChanges<UnresolvedDns>(context, list, ({ kind, dns = "", primary = "", secondary = "" }) =>
    kind === "delete"
      ? t(($) => $.cli.network.dns.deletion, { dns })
      : t(($) => $.cli.network.dns.creation, { primary, secondary }),
  );
  const asOfText = asOf === undefined ? [] : [t(($) => $.cli.network.asOf, { time: iso(asOf) })];
  const unknown =
    unknownProfiles === 0 ? [] : [t(($) => $.cli.network.dns.unknownFor, { profiles: profilesText(unknownProfiles) })];
  const more = allProfilesLoaded ? [] : [t(($) => $.cli.network.dns.moreProfiles)];
  const footing = [...asOfText, ...unknown, ...more];
  if (footing.length > 0) terminal.out(`${footing.join(" · ")}\n`);
}

function profilesText(count: number): string {
  return t(($) => $.cli.network.profileCount, { count });
}

function usersText({ users }: DnsConfiguration): string {
  if (users.length === 0) return t(($) => $.cli.network.empty);
  return users.map(({ id, name, endpoints }) => `${name ?? id}: ${formatText(endpoints.sentence)}`).join("; ");
}

function addCreate(dns: Command, context: CliContext): void {
  dns
    .command("create <primary> <secondary>")
    .description(t(($) => $.cli.network.dns.create))
    .option(
      "--allow-duplicate",
      t(($) => $.cli.network.dns.allowSame),
      false,
    )
    .option(
      "--dry-run",
      t(($) => $.cli.network.dns.dryRun),
      false,
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.network.dns.createHelp),
        examples: ["fleetdesk dns create 9.9.9.9 149.112.112.112"],
      }),
    )
    .action(async (primary: string, secondary: string, options: { allowDuplicate: boolean; dryRun: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const addresses = { ...context.scope(), primary, secondary };
        if (options.dryRun) {
          const checked = await client.dns.check(addresses, signal);
          warn(context, checked.warnings);
          if (context.globals().json) printAnswer(context.terminal, contract.operations.check.output, checked);
          else context.terminal.out(t(($) => $.cli.network.dns.checked, { version: checked.version }));
          return;
        }
        const answer = await client.dns.create({ ...addresses, allowSame: options.allowDuplicate }, signal);
        warn(context, answer.warnings);
        reportOutcome(context, contract.operations.create.output, answer);
      });
    });
}

function addDelete(dns: Command, context: CliContext): void {
  dns
    .command("delete <id>")
    .description(t(($) => $.cli.network.dns.delete))
    .option(
      "--dry-run",
      t(($) => $.cli.network.dns.dryRunUse),
      false,
    )
    .addHelpText(
      "after",
      helpText({ text: t(($) => $.cli.network.lostAnswerExit), examples: ["fleetdesk dns delete 4"] }),
    )
    .action(async (id: string, { dryRun }: { readonly dryRun: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const impact = await client.dns.impact({ ...context.scope(), action: "delete", dns: id }, signal);
        if (dryRun) {
          if (context.globals().json) printAnswer(context.terminal, impactSchema, impact);
          else printImpact(context, impact);
          return;
        }
        const answer = await client.dns.remove({ ...context.scope(), dns: id }, signal);
        if (answer.outcome !== "in-use") reportOutcome(context, contract.operations.remove.output, answer);
        else {
          if (context.globals().json) printAnswer(context.terminal, contract.operations.remove.output, answer);
          throw cliError(
            "dns-in-use",
            `${formatText(answer.message)}${answer.impact === undefined ? "" : ` (${formatCacheState(answer.impact.cache)})`}`,
          );
        }
      });
    });
}

function warn(
  { terminal }: CliContext,
  warnings: readonly { readonly field: string; readonly message: CodedText }[],
): void {
  for (const { field, message } of warnings)
    terminal.err(t(($) => $.cli.network.fieldWarning, { field, message: formatText(message) }));
}
