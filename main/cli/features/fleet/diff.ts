/** diff: changes in the cache between two syncs. */
import { t } from "../../text.ts";
import type { Command } from "commander";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { parseCollection } from "./collections.ts";
import type { CliContext } from "../../context.ts";
import { parseSnapshot } from "../../option-values.ts";
import { formatJson, iso, printJsonItems } from "../../output.ts";
import { mapPages } from "../../read-pages.ts";

const help = t(($) => $.cli.fleet.diff.help);

export function addDiffCommand(program: Command, context: CliContext): void {
  program
    .command("diff")
    .description(t(($) => $.cli.fleet.diff.summary))
    .argument(
      "<collection>",
      t(($) => $.cli.fleet.options.collection),
      parseCollection,
    )
    .option(
      "--snapshot <snapshot>",
      t(($) => $.cli.fleet.diff.since),
      parseSnapshot,
    )
    .addHelpText("after", help)
    .action(async (collection: Collection, options: { snapshot?: ReturnType<typeof parseSnapshot> }) => {
      await context.withCore(async ({ client }, signal) => {
        const since = options.snapshot === undefined ? {} : { since: options.snapshot };
        const scope = { ...context.scope(), collection, ...since };
        const first = await client.fleet.diff(scope, signal);
        async function* pages(): AsyncGenerator<typeof first.entries> {
          yield first.entries;
          let cursor = first.nextCursor;
          while (cursor !== undefined) {
            const next = await client.fleet.diff({ ...scope, cursor }, signal);
            yield next.entries;
            cursor = next.nextCursor;
          }
        }
        const span = { from: isoEnd(first.from), until: isoEnd(first.until) };
        if (context.globals().json) {
          const entries = mapPages(pages(), (entry) => ({ ...entry, at: iso(entry.at) }));
          await printJsonItems(context.terminal, "entries", entries, () => ({ counts: first.counts, ...span }));
          return;
        }
        for await (const page of pages()) for (const entry of page) context.terminal.out(describe(entry));
        const { added, gone: removed, changed } = first.counts;
        context.terminal.out(
          t(($) => $.cli.fleet.diff.counts, {
            added,
            removed: removed,
            changed,
            from: span.from.snapshot,
            fromTime: span.from.at ?? "",
            until: span.until.snapshot,
            untilTime: span.until.at ?? "",
          }),
        );
      });
    });
}

function isoEnd({ snapshot, at }: { readonly snapshot: number; readonly at: number }): {
  snapshot: number;
  at: string | undefined;
} {
  return { snapshot, at: iso(at) };
}

interface Entry {
  readonly id: string;
  readonly kind: "added" | "gone" | "changed";
  readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

const marks = { added: "+", gone: "-", changed: "~" } as const;

function describe({ id, kind, changes }: Entry): string {
  const details = changes
    .map(({ field, before, after }) => `${field}: ${formatValue(before)} → ${formatValue(after)}`)
    .join("; ");
  return `${marks[kind]} ${id}${details === "" ? "" : `  ${details}`}\n`;
}

function formatValue(value: unknown): string {
  return value === undefined
    ? t(($) => $.cli.fleet.diff.noValue)
    : typeof value === "string"
      ? value
      : formatJson(value);
}
