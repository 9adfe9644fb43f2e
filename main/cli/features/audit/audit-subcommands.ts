/** audit get, export and verify. */
import { cliError } from "../../usage-error.ts";
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Command } from "commander";
import type { AuditDetail } from "#shared/contract/audit/audit-schemas.ts";
import { addAuditOptions, type AuditOptions, entryJson, auditQueryOfOptions } from "./audit-lines.ts";
import { labelOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { formatTable, iso, printJson } from "../../output.ts";
import { compareAdvice, linksText } from "./verify.ts";

export function addAuditSubcommands(audit: Command, context: CliContext): void {
  audit
    .command("get <id>")
    .description(t(($) => $.cli.audit.show))
    .addHelpText("after", helpText({ examples: ["fleetdesk audit get 17"] }))
    .action(async (id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const entry = await client.audit.get({ id }, signal);
        if (context.globals().json) printJson(context.terminal, detailJson(entry));
        else context.terminal.out(linesOf(entry));
      });
    });
  addAuditOptions(audit.command("export").description(t(($) => $.cli.audit.export.summary)))
    .requiredOption(
      "--out <file>",
      t(($) => $.cli.audit.export.out),
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.audit.export.help),
        examples: ["fleetdesk audit export --out audit.jsonl"],
      }),
    )
    .action(async ({ out, ...options }: AuditOptions & { readonly out: string }) => {
      const format = out.endsWith(".jsonl") ? "jsonl" : "csv";
      await context.withCore(
        async ({ client }, signal) => {
          const query = await auditQueryOfOptions(context, client, options);
          const { rows, file = out, head, chainHead } = await client.audit.exportAs({ ...query, format }, signal);
          if (context.globals().json)
            printJson(context.terminal, { rows, file, head: head ?? null, chainHead: chainHead ?? null });
          else {
            const ofChain = chainHead === undefined ? "" : t(($) => $.cli.audit.export.chainHead, { head: chainHead });
            const noted = head === undefined ? "" : t(($) => $.cli.audit.export.fileHead, { chainHead: ofChain, head });
            const entries = format === "csv" ? t(($) => $.cli.audit.entries, { count: rows }) : linksText(rows);
            context.terminal.out(t(($) => $.cli.audit.export.written, { entries, file, heads: noted }));
          }
        },
        { out },
      );
    });
  audit
    .command("verify")
    .description(t(($) => $.cli.audit.verifyAll))
    .addHelpText(
      "after",
      helpText({ text: t(($) => $.cli.audit.verifyFileHint), examples: ["fleetdesk audit verify"] }),
    )
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { checkedAt, ...verdict } = await client.audit.verify({}, signal);
        const { sound, links, head, at } = verdict;
        const problem = verdict.problem && formatText(verdict.problem);
        if (context.globals().json) printJson(context.terminal, { ...verdict, problem, checkedAt: iso(checkedAt) });
        else if (sound)
          context.terminal.out(
            `${t(($) => $.cli.audit.verify.intactChain, { entries: linksText(links), head: head ?? t(($) => $.common.none) })}${compareAdvice}`,
          );
        if (sound) return;
        throw cliError(
          "audit-broken",
          t(($) => $.cli.audit.brokenAt, {
            problem: problem ?? t(($) => $.cli.audit.verify.broken),
            link: at ?? links + 1,
          }),
        );
      });
    });
}

function detailJson(entry: AuditDetail): Readonly<Record<string, unknown>> {
  return { ...entryJson(entry), fields: entry.fields, links: entry.links };
}

/** Title of the values after the change: they apply only if the service accepted the request. */
const afterTitles = {
  done: t(($) => $.cli.headings.after),
  refused: t(($) => $.cli.headings.requested),
  "not-sent": t(($) => $.cli.headings.requested),
  "not-done": t(($) => $.cli.headings.requested),
  unknown: t(($) => $.cli.headings.requestedOutcomeUnknown),
  "under-way": t(($) => $.cli.headings.requestedInProgress),
} satisfies Readonly<Record<AuditDetail["outcome"], string>>;

function linesOf(entry: AuditDetail): string {
  const { actor, answer, resolution, target, connection, links } = entry;
  const organisation = actor.organisation?.name ?? actor.organisation?.id;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t(($) => $.cli.labels.entry), entry.id],
    [t(($) => $.cli.labels.time), iso(entry.at)],
    [t(($) => $.cli.labels.outcome), labelOf(entry.outcome)],
    [t(($) => $.cli.labels.action), entry.what],
    [t(($) => $.cli.labels.target), target === undefined ? undefined : `${target.kind} ${target.id}`],
    [t(($) => $.cli.labels.connection), connection],
    [t(($) => $.cli.labels.service), entry.service],
    [t(($) => $.cli.labels.user), actor.user],
    [t(($) => $.cli.labels.signIn), actor.signIn === undefined ? undefined : labelOf(actor.signIn)],
    [t(($) => $.cli.labels.organisation), organisation],
    [t(($) => $.cli.labels.systemUser), actor.system],
    [t(($) => $.cli.labels.request), `${entry.method} ${entry.path}`],
    [t(($) => $.cli.labels.responseAt), iso(answer?.at)],
    [t(($) => $.cli.labels.status), answer?.status?.toString()],
    [t(($) => $.cli.labels.serviceCode), answer?.serviceCode?.toString()],
    [t(($) => $.cli.labels.response), answer?.words],
    [t(($) => $.cli.labels.created), answer?.created ?? resolution?.created],
    [t(($) => $.cli.labels.resolvedAt), iso(resolution?.at)],
    [t(($) => $.cli.labels.resolution), resolution?.message],
    ...links.map(({ seq, hash }): readonly [string, string] => [t(($) => $.cli.audit.hashOf, { link: seq }), hash]),
  ];
  const definedFacts = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const table = formatTable(["", ""], definedFacts, 200).split("\n").slice(1).join("\n");
  if (entry.fields.length === 0) return table;
  const rows = entry.fields.map(({ field, before = "", after = "", changed }) => [
    changed ? "*" : "",
    field,
    before,
    after,
  ]);
  const header = [t(($) => $.cli.headings.field), t(($) => $.cli.headings.before), afterTitles[entry.outcome]];
  return `${table}\n${formatTable(["", ...header], rows, 80)}`;
}
