/** The group `suppression`: recipients that must never be sent to. */
import { suppressedSchema, suppression as contract, type Suppressed } from "#shared/contract/campaigns/suppression.ts";
import { formatNumber } from "#shared/format.ts";
import type { CliContext } from "../../context.ts";
import { defineCommand, defineList, inputFile, manyArguments, text, textOr } from "../../define-command.ts";
import { iso } from "../../output.ts";
import { readInputFile } from "../../terminal.ts";
import { t } from "../../text.ts";
import { cliError, usageError } from "../../option-values.ts";

interface Added {
  readonly added: number;
  readonly named: number;
  readonly unmatched: number;
  readonly firstUnmatched: readonly string[];
}

const list = defineList({
  path: "suppression list",
  summary: t(($) => $.cli.campaigns.suppression.list),
  examples: ["fleetdesk suppression list --json"],
  run: async ({ client, signal, scope }) => ({
    pages: (await client.suppression.list(scope, signal)).entries,
    footer: (count) => (count === 0 ? t(($) => $.cli.campaigns.suppression.empty) : undefined),
  }),
  columns: {
    value: ({ value }) => value,
    endpoint: ({ endpoint, formerEndpoints: previous = [] }) =>
      [...(endpoint === undefined ? [] : [endpoint]), ...previous.map((one) => one.endpoint)].join(", "),
    name: ({ name, formerEndpoints: previous = [] }) =>
      [...(name === undefined ? [] : [name]), ...previous.map(formatPrevious)].join(", "),
    note: ({ note }) => note,
    addedAt: ({ addedAt }) => iso(addedAt),
  },
  id: ({ value }) => value,
  item: suppressedSchema,
});

const args = {
  values: manyArguments(
    ($) => $.cli.program.argument.values,
    (value) => value,
  ),
};

const add = defineCommand({
  path: "suppression add",
  summary: t(($) => $.cli.campaigns.suppression.add),
  args,
  options: {
    file: inputFile(text("<file>", ($) => $.cli.campaigns.suppression.addFile)),
    note: textOr("", "<note>", ($) => $.cli.campaigns.suppression.note),
  },
  help: t(($) => $.cli.campaigns.suppression.addHelp),
  examples: [
    "fleetdesk suppression add 8944500312345678901 --note 'in repair'",
    "fleetdesk suppression add --file blocked.txt",
  ],
  run: async ({ client, signal, scope, args: { values }, options: { file, note }, context }) => {
    const input = await readInput(context, values, file, signal);
    return await client.suppression.add({ ...scope, ...input, note }, signal);
  },
  json: contract.operations.add.output,
  render: describeAdded,
});

const remove = defineCommand({
  path: "suppression remove",
  summary: t(($) => $.cli.campaigns.suppression.remove),
  args,
  options: {
    file: inputFile(text("<file>", ($) => $.cli.campaigns.suppression.removeFile)),
  },
  examples: ["fleetdesk suppression remove 8944500312345678901"],
  run: async ({ client, signal, scope, args: { values }, options: { file }, context }) => {
    const input = await readInput(context, values, file, signal);
    const { entries } = await client.suppression.list(scope, signal);
    const { removed } = await client.suppression.remove({ ...scope, ...input }, signal);
    const absent = input.values.filter((value) => entries.every((entry) => entry.value !== value.trim()));
    if (absent.length === 0 && (removed > 0 || input.values.length > 0)) return { removed };
    const messages = await Promise.all(
      absent.map(async (value) => {
        const { rows } = await client.doctor.examine({ ...scope, text: value }, signal);
        return describeAbsent(value, rows.length === 1 ? rows[0]?.endpoint?.id : undefined, entries);
      }),
    );
    return { removed, problem: messages.join(" ") || t(($) => $.cli.campaigns.suppression.noneListed) };
  },
  json: contract.operations.remove.output,
  render: ({ removed }) => t(($) => $.cli.campaigns.suppression.removed, { removed: formatNumber(removed) }),
  conclude: ({ problem }) => {
    if (problem !== undefined) throw cliError("not-on-list", problem);
  },
});

/** Reports that a value is not on the list, and which entries protect its endpoint. */
function describeAbsent(value: string, id: string | undefined, entries: readonly Suppressed[]): string {
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
  values: string[],
  file: string | undefined,
  signal: AbortSignal,
): Promise<{ values: string[]; text?: string; textName?: string }> {
  if (file === undefined) {
    if (values.length === 0) throw usageError(t(($) => $.cli.campaigns.suppression.missing));
    return { values };
  }
  const textName = file === "-" ? t(($) => $.cli.program.standardInput) : file;
  return { values, text: await readInputFile(terminal, file, signal), textName };
}

export const suppressionCommands = [list, add, remove];
