/** suppression list, add, remove: recipients that must never be sent to. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { FleetClient } from "#shared/contract/index.ts";
import { detectEncoding, readText } from "../../../core/files/text-file.ts";
import type { CliContext } from "../../context.ts";
import { formatNumber } from "#shared/format.ts";
import { formatTable, iso, printJson } from "../../output.ts";
import { cliError, usageError } from "../../usage-error.ts";

interface Added {
  readonly added: number;
  readonly named: number;
  readonly unmatched: number;
  readonly firstUnmatched: readonly string[];
}

export function addSuppressionCommands(program: Command, context: CliContext): void {
  const suppression = program.command("suppression").description(t(($) => $.cli.campaigns.suppression.summary));
  suppression
    .command("list")
    .description(t(($) => $.cli.campaigns.suppression.list))
    .addHelpText("after", helpText({ examples: ["fleetdesk suppression list --json"] }))
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { entries } = await client.suppression.list(context.scope(), signal);
        if (context.globals().json) {
          printJson(context.terminal, { entries: entries.map((one) => ({ ...one, addedAt: iso(one.addedAt) })) });
          return;
        }
        if (entries.length === 0) {
          context.terminal.out(t(($) => $.cli.campaigns.suppression.empty));
          return;
        }
        context.terminal.out(describeEntries(entries));
      });
    });

  suppression
    .command("add [values...]")
    .description(t(($) => $.cli.campaigns.suppression.add))
    .option(
      "--file <file>",
      t(($) => $.cli.campaigns.suppression.addFile),
    )
    .option(
      "--note <note>",
      t(($) => $.cli.campaigns.suppression.note),
      "",
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.campaigns.suppression.addHelp),
        examples: [
          "fleetdesk suppression add 8944500312345678901 --note 'in repair'",
          "fleetdesk suppression add --file blocked.txt",
        ],
      }),
    )
    .action(async (values: string[], { file, note }: { file?: string; note: string }) => {
      await context.withCore(async ({ client }, signal) => {
        const input = await readInput(context, values, file, signal);
        const result = await client.suppression.add({ ...context.scope(), ...input, note }, signal);
        if (context.globals().json) printJson(context.terminal, result);
        else context.terminal.out(describeAdded(result));
      });
    });

  suppression
    .command("remove [values...]")
    .description(t(($) => $.cli.campaigns.suppression.remove))
    .option(
      "--file <file>",
      t(($) => $.cli.campaigns.suppression.removeFile),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk suppression remove 8944500312345678901"] }))
    .action(async (values: string[], { file }: { file?: string }) => {
      await context.withCore(async ({ client }, signal) => {
        const input = await readInput(context, values, file, signal);
        const { entries } = await client.suppression.list(context.scope(), signal);
        const result = await client.suppression.remove({ ...context.scope(), ...input }, signal);
        if (context.globals().json) printJson(context.terminal, result);
        else
          context.terminal.out(
            t(($) => $.cli.campaigns.suppression.removed, { removed: formatNumber(result.removed) }),
          );
        const absent = input.values.filter((value) => entries.every((entry) => entry.value !== value.trim()));
        if (absent.length === 0 && (result.removed > 0 || input.values.length > 0)) return;
        const messages = await Promise.all(
          absent.map(async (value) => {
            const { rows } = await client.doctor.examine({ ...context.scope(), text: value }, signal);
            return describeAbsent(value, rows.length === 1 ? rows[0]?.endpoint?.id : undefined, entries);
          }),
        );
        throw cliError("not-on-list", messages.join(" ") || t(($) => $.cli.campaigns.suppression.noneListed));
      });
    });
}

function describeEntries(entries: Entries): string {
  const rows = entries.map(({ value, endpoint, name, formerEndpoints: previous = [], note, addedAt }) => {
    const ids = [...(endpoint === undefined ? [] : [endpoint]), ...previous.map((one) => one.endpoint)];
    const called = [...(name === undefined ? [] : [name]), ...previous.map(formatPrevious)];
    return [value, ids.join(", "), called.join(", "), note, iso(addedAt) ?? ""];
  });
  const columns = [
    t(($) => $.cli.headings.value),
    t(($) => $.cli.headings.endpoint),
    t(($) => $.cli.headings.name),
    t(($) => $.cli.headings.note),
    t(($) => $.cli.headings.added),
  ];
  return formatTable(columns, rows);
}

type Entries = Awaited<ReturnType<FleetClient["suppression"]["list"]>>["entries"];

/** Reports that a value is not on the list, and which entries protect its endpoint. */
function describeAbsent(value: string, id: string | undefined, entries: Entries): string {
  const protecting = entries.filter(
    ({ endpoint, formerEndpoints: previous = [] }) =>
      id !== undefined && (endpoint === id || previous.some((one) => one.endpoint === id)),
  );
  const absent = t(($) => $.cli.campaigns.suppression.notListed, { value });
  if (protecting.length === 0) return `${absent}.`;
  const named = protecting.map((entry) => `"${entry.value}"`).join(", ");
  return t(($) => $.cli.campaigns.suppression.protectedBy, { notListed: absent, endpoint: id ?? "", entries: named });
}

/** An endpoint that the value no longer identifies. */
function formatPrevious({ endpoint, name, was }: { endpoint: string; name?: string; was?: string }): string {
  if (was !== undefined && was !== name)
    return t(($) => $.cli.campaigns.suppression.formerName, { endpoint: name ?? endpoint, formerName: was });
  return t(($) => $.cli.campaigns.suppression.formerCarrier, { endpoint: name ?? endpoint });
}

/** The number of added entries, and of those that match cached endpoints. */
function describeAdded({ added, named, unmatched, firstUnmatched }: Added): string {
  const lines: string[] = [
    t(($) => $.cli.campaigns.suppression.added, { added: formatNumber(added), matching: formatNumber(named) }),
  ];
  if (unmatched > 0) {
    const more = unmatched > firstUnmatched.length ? ["…"] : [];
    lines.push(
      t(($) => $.cli.campaigns.suppression.unmatched, {
        count: unmatched,
        values: [...firstUnmatched, ...more].join(", "),
      }),
    );
  }
  return `${lines.join("\n")}\n`;
}

async function readInput(
  { terminal }: CliContext,
  values: readonly string[],
  file: string | undefined,
  signal: AbortSignal,
): Promise<{ values: string[]; text?: string; textName?: string }> {
  if (file === undefined) {
    if (values.length === 0) throw usageError(t(($) => $.cli.campaigns.suppression.missing));
    return { values: [...values] };
  }
  if (file === "-")
    return { values: [...values], text: await terminal.readStdin(), textName: t(($) => $.cli.program.standardInput) };
  return { values: [...values], text: await readWhole(file, signal), textName: file };
}

async function readWhole(name: string, signal: AbortSignal): Promise<string> {
  const file = resolve(name);
  let text = "";
  for await (const piece of readText(file, await detectEncoding(file, signal), signal)) text += piece;
  return text;
}
