/** audit show, export and verify: the parts of the group beside the list. */
import type { Command } from "commander";
import type { AuditDetail } from "#contract/audit-words.ts";
import { AppError } from "../failure.ts";
import { type AuditOptions, entryJson, questionOfOptions } from "./audit-lines.ts";
import type { CliContext } from "./context.ts";
import { formatCounted, formatTable, iso, printJson } from "./output.ts";
import { compareAdvice } from "./verify.ts";

export function addAuditParts(audit: Command, context: CliContext): void {
  audit
    .command("show <id>")
    .description("show one entry: before and after, the answer, and its place in the chain")
    .addHelpText("after", "\nExample:\n  $ fleetdesk audit show 17")
    .action(async (id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const entry = await client.audit.get({ id }, signal);
        if (context.globals().json) printJson(context.terminal, detailJson(entry));
        else context.terminal.out(linesOf(entry));
      });
    });
  audit
    .command("export")
    .description("write the entries to a file: CSV that spreadsheets open safely, or a chain of JSON lines")
    .requiredOption("--out <file>", "the file to write; with the ending .jsonl it holds chained JSON lines")
    .addHelpText(
      "after",
      '\nA chain is checked anywhere with: fleetdesk verify FILE. Note its heads elsewhere: whoever can write all of the file anew\ncan forge all of it. The head of the chain is the one that "audit verify" tells, the head of the file the hash of its last line.\n\nExample:\n  $ fleetdesk audit export --out audit.jsonl',
    )
    .action(async ({ out }: { readonly out: string }, command: Command) => {
      const options = command.optsWithGlobals<AuditOptions>();
      const format = out.endsWith(".jsonl") ? "jsonl" : "csv";
      await context.withCore(
        async ({ client }, signal) => {
          const asked = await questionOfOptions(context, client, options);
          const { rows, file = out, head, chainHead } = await client.audit.exportAs({ ...asked, format }, signal);
          if (context.globals().json)
            printJson(context.terminal, { rows, file, head: head ?? null, chainHead: chainHead ?? null });
          else {
            const ofChain = chainHead === undefined ? "" : ` Head of the chain: ${chainHead}`;
            const noted = head === undefined ? "" : `${ofChain} Head of the file: ${head}`;
            const what: readonly [string, string] = format === "csv" ? ["entry", "entries"] : linkWords;
            context.terminal.out(`${formatCounted(rows, ...what)} written to ${file}.${noted}\n`);
          }
        },
        { out },
      );
    });
  audit
    .command("verify")
    .description("check the hash chain of all entries, and show its head")
    .addHelpText("after", "\nA file is checked with: fleetdesk verify FILE\n\nExample:\n  $ fleetdesk audit verify")
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { checkedAt, ...verdict } = await client.audit.verify({}, signal);
        const { sound, links, head, problem, at } = verdict;
        if (context.globals().json) printJson(context.terminal, { ...verdict, checkedAt: iso(checkedAt) });
        else if (sound)
          context.terminal.out(
            `Chain intact: ${formatCounted(links, ...linkWords)}, head of the chain ${head ?? "none"}.\n${compareAdvice}`,
          );
        if (sound) return;
        throw new AppError("audit-broken", `${problem ?? "The chain is broken."} (link ${at ?? links + 1})`);
      });
    });
}

/** An entry has one of them or more. */
const linkWords = ["link of the chain", "links of the chain"] as const;

function detailJson(entry: AuditDetail): Readonly<Record<string, unknown>> {
  return { ...entryJson(entry), fields: entry.fields, links: entry.links };
}

/** What was sent is what there is only where the service took it. */
const afterTitles = {
  done: "AFTER",
  refused: "ASKED FOR",
  "not-sent": "ASKED FOR",
  "not-done": "ASKED FOR",
  unknown: "ASKED FOR (NOT KNOWN WHETHER IT TOOK EFFECT)",
  "under-way": "ASKED FOR (NOT ANSWERED YET)",
} as const satisfies Readonly<Record<AuditDetail["outcome"], string>>;

function linesOf(entry: AuditDetail): string {
  const { who, answer, settled, target, connection, links } = entry;
  const organisation = who.organisation?.name ?? who.organisation?.id;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["entry", entry.id],
    ["time", iso(entry.at)],
    ["outcome", entry.outcome],
    ["what", entry.what],
    ["target", target === undefined ? undefined : `${target.kind} ${target.id}`],
    ["connection", connection],
    ["service", entry.service],
    ["user", who.user],
    ["signed in by", who.signIn],
    ["organisation", organisation],
    ["system user", who.system],
    ["call", `${entry.method} ${entry.path}`],
    ["answered", iso(answer?.at)],
    ["status", answer?.status?.toString()],
    ["service code", answer?.serviceCode?.toString()],
    ["words", answer?.words],
    ["created", answer?.created ?? settled?.created],
    ["settled", iso(settled?.at)],
    ["found out", settled?.words],
    ...links.map(({ seq, hash }): readonly [string, string] => [`hash of ${seq}`, hash]),
  ];
  const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const table = formatTable(["", ""], known, 200).split("\n").slice(1).join("\n");
  if (entry.fields.length === 0) return table;
  const rows = entry.fields.map(({ field, before = "", after = "", changed }) => [
    changed ? "*" : "",
    field,
    before,
    after,
  ]);
  return `${table}\n${formatTable(["", "FIELD", "BEFORE", afterTitles[entry.outcome]], rows, 80)}`;
}
