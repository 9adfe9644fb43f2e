/** What the commands for the four kinds of network records have in common: their lists, and texts. */
import type { CacheState, DnsUse, Provenance, Impact } from "#shared/contract/network/network-schemas.ts";
import type { CallbackUse } from "#shared/contract/network/profiles.ts";
import { formatNumber } from "#shared/format.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { CliContext } from "../../context.ts";
import { type Call, type Definition, defineList, flag } from "../../define-command.ts";
import { type Columns, formatItems, iso } from "../../output.ts";
import { type Description, t } from "../../text.ts";
import type { Terminal } from "../../terminal.ts";
import type { StreamSource } from "#shared/contract/network/stream-schemas.ts";
import { cliError } from "../../option-values.ts";

const unknown = t(($) => $.cli.values.unknown);

export const sourceLabels: Readonly<Record<Provenance | StreamSource, string>> = {
  service: t(($) => $.cli.network.source.service),
  endpoints: t(($) => $.cli.network.source.records),
  "this-computer": t(($) => $.cli.network.source.local),
  person: t(($) => $.cli.network.source.person),
  both: t(($) => $.cli.network.source.both),
  "not-listed": t(($) => $.cli.network.source.notListed),
};

/** "4 (this computer)", "none (the service)", "unknown". */
export function useText({ assignment, source, lost }: DnsUse | CallbackUse): string {
  if (assignment.state === "unknown") return lost === undefined ? unknown : t(($) => $.cli.network.unknownLostAnswer);
  const id = "dns" in assignment ? assignment.dns : "callback" in assignment ? assignment.callback : undefined;
  const text = id ?? t(($) => $.cli.values.none);
  return source === undefined ? text : `${text} (${sourceLabels[source]})`;
}

/** "endpoint cache: complete, 10,000 of 10,000, as of 2031-…" */
export function formatCacheState({ state, asOf, unique, promised }: CacheState): string {
  if (state === "never") return t(($) => $.cli.network.cache.notLoaded);
  if (state === "not-offered") return t(($) => $.cli.network.cache.notOffered);
  const fragments = [
    t(($) => (state === "complete" ? $.cli.network.cache.complete : $.cli.network.cache.incomplete)),
    ...(unique === undefined
      ? []
      : promised === undefined
        ? [formatNumber(unique)]
        : [t(($) => $.cli.program.countOfTotal, { done: formatNumber(unique), total: formatNumber(promised) })]),
    ...(asOf === undefined ? [] : [t(($) => $.cli.network.asOf, { time: iso(asOf) ?? "" })]),
  ];
  return t(($) => $.cli.network.cache.of, { state: fragments.join(", ") });
}

/** The endpoints that a change affects. */
export function describeImpact({ sentence, note, cache }: Impact): string {
  return `${formatText(sentence)}\n${formatText(note)}\n(${formatCacheState(cache)})\n`;
}

export function warnOfFields(
  { terminal }: CliContext,
  warnings: readonly { readonly field: string; readonly message: CodedText }[],
): void {
  for (const { field, message } of warnings)
    terminal.err(t(($) => $.cli.network.fieldWarning, { field, message: formatText(message) }));
}

/** The id of a profile named by id or name. Throws `profile-unknown` or `profile-ambiguous` for a name. */
export async function findProfile(
  { client, signal, scope }: Pick<Call<unknown, unknown>, "client" | "signal" | "scope">,
  nameOrId: string,
): Promise<string> {
  const target = nameOrId.trim();
  const { items } = await client.profiles.list(scope, signal);
  if (items.some(({ id }) => id === target)) return target;
  const matches = items.filter(({ name }) => name?.toLowerCase() === target.toLowerCase());
  const [only, other] = matches;
  // An id is valid even if it is not cached.
  if (only === undefined && /^\d+$/.test(target)) return target;
  if (only === undefined) {
    const message = t(($) => $.cli.network.profiles.unknownName, { name: nameOrId });
    throw cliError("profile-unknown", message);
  }
  if (other === undefined) return only.id;
  const ids = matches.map(({ id }) => id).join(", ");
  throw cliError(
    "profile-ambiguous",
    t(($) => $.cli.network.profiles.ambiguousName, { count: matches.length, name: nameOrId, ids }),
  );
}

type SentChange = Readonly<{ change: number; at: number; message: CodedText }>;

/** A list of a kind of record. Profiles have the state of the service's list in `list`, because others are listed too. */
interface NetworkList {
  readonly items: readonly unknown[];
  readonly gap?: CodedText;
  readonly list?: { readonly gap?: CodedText };
  /** Changes that were sent and whose response was lost. */
  readonly unresolved?: readonly SentChange[];
  /** Those resolved by a later read. */
  readonly resolved?: readonly (SentChange & { readonly resolvedAt: number })[];
}
type SentOf<L extends NetworkList> = NonNullable<L["unresolved"]>[number];

interface NetworkListSpec<L extends NetworkList> extends Pick<
  Parameters<typeof defineList<L["items"][number]>>[0],
  "path" | "summary" | "help" | "examples" | "id" | "item" | "envelope" | "widest"
> {
  readonly columns: Columns<L["items"][number]>;
  /** Description of `--refresh`. */
  readonly refresh: Description;
  readonly read: (call: Call<unknown, unknown>, refresh: boolean) => Promise<L>;
  /** Describes a change that was sent. */
  readonly sentText?: (change: SentOf<L>) => string;
  readonly footer: (list: L) => string;
}

/** The command `list`: cached, or read from the service with `--refresh`. What may be missing, and changes with a lost response, are on stderr. */
export function defineNetworkList<L extends NetworkList>(spec: NetworkListSpec<L>): Definition {
  const { refresh: description, read, sentText = () => "", footer, ...rest } = spec;
  const options = { refresh: flag(description) };
  return defineList<L["items"][number], Record<string, never>, typeof options>({
    ...rest,
    options,
    run: async (call) => {
      const list = await read(call, call.options.refresh);
      const { items, ...others } = list;
      return {
        pages: items,
        rest: () => others,
        footer: () => {
          const { terminal } = call.context;
          const gap = list.gap ?? list.list?.gap;
          if (gap !== undefined) terminal.err(t(($) => $.cli.program.warning, { warning: formatText(gap) }));
          printSentChanges(terminal, list, sentText);
          return footer(list);
        },
      };
    },
  });
}

function printSentChanges<L extends NetworkList>(
  terminal: Terminal,
  { unresolved = [], resolved = [] }: L,
  describe: (change: SentOf<L>) => string,
): void {
  if (unresolved.length === 0 && resolved.length === 0) return;
  terminal.err(
    formatItems<SentOf<L> & { readonly resolvedAt?: number }>(
      {
        change: ({ change }) => String(change),
        sent: ({ at }) => iso(at),
        action: describe,
        outcome: ({ resolvedAt }) =>
          resolvedAt === undefined ? unknown : t(($) => $.cli.network.resolvedAt, { time: iso(resolvedAt) }),
        message: ({ message }) => formatText(message),
      },
      [...unresolved, ...resolved],
      160,
    ),
  );
}
