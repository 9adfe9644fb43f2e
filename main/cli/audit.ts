/** audit: every changing call this program made, with what came of it. */
import { type Command, Option } from "commander";
import { auditKindSchema, auditOutcomeSchema, type AuditEntry } from "#contract/audit-words.ts";
import { type AuditOptions, entryJson, questionOfOptions } from "./audit-lines.ts";
import { addAuditParts } from "./audit-parts.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { formatCounted, formatTable, iso, printJsonItems } from "./output.ts";

const help = `
Newest first; of all connections, also of those that were forgotten, unless --connection names one. An entry says who did what, when, to what,
and what the service answered; secrets are in none. An outcome is done, refused, unknown (the answer was lost), not-done (it was lost, and
found out later that nothing came of it), not-sent (nothing reached the service) or under-way. LINKS are the numbers an entry has in the chain:
a change takes one when it is asked and one when it is answered, another when a lost answer is settled later; an entry has the number of its
first. Entries are chained by hashes: "audit verify" finds a change to a part of them. A chain that was rewritten as a whole has another head, so
note the head elsewhere.

Examples:
  $ fleetdesk audit --from 2031-04-02 --outcome refused unknown
  $ fleetdesk audit --target endpoint:70001
  $ fleetdesk audit show 17
  $ fleetdesk audit export --out audit.jsonl
  $ fleetdesk audit verify`;

export function addAuditCommands(program: Command, context: CliContext): void {
  const audit = program
    .command("audit")
    .description("show, export and check every changing call that was made from here")
    .option("--search <text>", "only those with each of these words")
    .option("--from <time>", "not older than this")
    .option("--until <time>", "older than this")
    .addOption(new Option("--outcome <outcome...>", "only these").choices(auditOutcomeSchema.options))
    .addOption(new Option("--kind <kind...>", "only these").choices(auditKindSchema.options))
    .option("--target <id>", "only what was done to this: an id, or a kind and an id as in endpoint:70001")
    .option("--limit <n>", "at most so many", parseWhole("The limit", 1, 10_000_000), 50)
    .addHelpText("after", help)
    .action(async ({ limit, ...options }: AuditOptions & { readonly limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const asked = await questionOfOptions(context, client, options);
        let more = false;
        async function* pages(): AsyncGenerator<readonly AuditEntry[]> {
          let cursor: string | undefined;
          let left = limit;
          do {
            const next = cursor === undefined ? {} : { cursor };
            const page = await client.audit.list({ ...asked, ...next, limit: Math.min(left, 1000) }, signal);
            yield page.items;
            left -= page.items.length;
            cursor = page.nextCursor;
          } while (cursor !== undefined && left > 0);
          more = cursor !== undefined;
        }
        if (context.globals().json) {
          await printJsonItems(context.terminal, "items", mapped(pages()), () => ({ more }));
          return;
        }
        let count = 0;
        for await (const page of pages()) {
          if (page.length > 0) context.terminal.out(formatTable(header, page.map(rowOf), 60));
          count += page.length;
        }
        context.terminal.out(`${formatCounted(count, "entry", "entries")}${more ? "; there are more" : ""}\n`);
      });
    });
  addAuditParts(audit, context);
}

const header = ["ID", "LINKS", "TIME", "OUTCOME", "WHAT", "TARGET", "WHO", "CONNECTION", "ANSWER"];

function rowOf({ id, chain, at, outcome, what, target, who, connection, service, ...rest }: AuditEntry): string[] {
  const { answer, settled } = rest;
  const person = [who.user, who.system].filter((name) => name !== undefined).join(" / ");
  const made = answer?.created ?? settled?.created;
  const words = settled?.words ?? answer?.words ?? (made === undefined ? undefined : `created ${made}`);
  const said = [answer?.status, words].filter((part) => part !== undefined).join(" ");
  const aim = target === undefined ? "" : `${target.kind} ${target.id}`;
  return [id, chain.join(" "), iso(at) ?? "", outcome, what, aim, person, connection ?? service, said];
}

async function* mapped(
  pages: AsyncIterable<readonly AuditEntry[]>,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  for await (const page of pages) yield page.map((entry) => entryJson(entry));
}
