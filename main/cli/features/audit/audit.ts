/** audit list: every change made from this computer, with its outcome; `audit-subcommands.ts` adds the rest of the group. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import type { AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import { addAuditOptions, type AuditOptions, entryJson, auditQueryOfOptions } from "./audit-lines.ts";
import { addAuditSubcommands } from "./audit-subcommands.ts";
import { labelOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { formatTable, iso, printJsonItems } from "../../output.ts";
import { mapPages, readPages } from "../../read-pages.ts";

const help = helpText({
  text: t(($) => $.cli.audit.help),
  examples: [
    "fleetdesk audit list --since 2031-04-02 --outcome rejected unknown",
    "fleetdesk audit list --target endpoint:70001",
  ],
});

export function addAuditCommands(program: Command, context: CliContext): void {
  const audit = program.command("audit").description(t(($) => $.cli.audit.summary));
  addAuditOptions(audit.command("list").description(t(($) => $.cli.audit.list)))
    .option(
      "--limit <n>",
      t(($) => $.cli.audit.limit),
      parseWhole(
        t(($) => $.cli.program.limitValue),
        1,
        10_000_000,
      ),
      50,
    )
    .addHelpText("after", help)
    .action(async ({ limit, ...options }: AuditOptions & { readonly limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const query = await auditQueryOfOptions(context, client, options);
        let more = false;
        async function* pages(): AsyncGenerator<readonly AuditEntry[]> {
          const read = readPages({ limit, largestPage: 1000 }, (page) =>
            client.audit.list({ ...query, ...page }, signal),
          );
          for await (const { items, nextCursor } of read) {
            yield items;
            more = nextCursor !== undefined;
          }
        }
        if (context.globals().json) {
          await printJsonItems(context.terminal, "items", mapPages(pages(), entryJson), () => ({ more }));
          return;
        }
        let count = 0;
        for await (const page of pages()) {
          if (page.length > 0) context.terminal.out(formatTable(header, page.map(rowOf), 60));
          count += page.length;
        }
        context.terminal.out(t(($) => (more ? $.cli.audit.entriesAndMore : $.cli.audit.entriesLine), { count }));
      });
    });
  addAuditSubcommands(audit, context);
}

const header = [
  t(($) => $.cli.headings.id),
  t(($) => $.cli.headings.links),
  t(($) => $.cli.headings.time),
  t(($) => $.cli.headings.outcome),
  t(($) => $.cli.headings.action),
  t(($) => $.cli.headings.target),
  t(($) => $.cli.headings.user),
  t(($) => $.cli.headings.connection),
  t(($) => $.cli.headings.response),
];

function rowOf({ id, chain, at, outcome, what, target, actor, connection, service, ...rest }: AuditEntry): string[] {
  const { answer, resolution } = rest;
  const person = [actor.user, actor.system].filter((name) => name !== undefined).join(" / ");
  const createdId = answer?.created ?? resolution?.created;
  const text =
    resolution?.message ??
    answer?.words ??
    (createdId === undefined ? undefined : t(($) => $.cli.audit.created, { id: createdId }));
  const response = [answer?.status, text].filter((part) => part !== undefined).join(" ");
  const aim = target === undefined ? "" : `${target.kind} ${target.id}`;
  return [id, chain.join(" "), iso(at) ?? "", labelOf(outcome), what, aim, person, connection ?? service, response];
}
