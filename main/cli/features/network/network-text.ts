/** Texts shared by the commands for DNS configurations and service profiles. */
import type { CacheState, DnsUse, Provenance, Impact } from "#shared/contract/network/network-schemas.ts";
import type { CallbackUse } from "#shared/contract/network/profiles.ts";
import { formatNumber } from "#shared/format.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { CliContext } from "../../context.ts";
import type { Call } from "../../define-command.ts";
import { formatTable, iso } from "../../output.ts";
import { t } from "../../text.ts";
import { cliError } from "../../option-values.ts";

const sourceLabels: Readonly<Record<Provenance, string>> = {
  service: t(($) => $.cli.network.source.service),
  endpoints: t(($) => $.cli.network.source.records),
  "this-computer": t(($) => $.cli.network.source.local),
  person: t(($) => $.cli.network.source.person),
};

export function sourceText(from: Provenance): string {
  return sourceLabels[from];
}

/** "4 (this computer)", "none (the service)", "unknown". */
export function dnsText({ assignment, source, lost }: DnsUse): string {
  if (assignment.state === "unknown")
    return lost === undefined ? t(($) => $.cli.values.unknown) : t(($) => $.cli.network.unknownLostAnswer);
  const dns = assignment.state === "none" ? t(($) => $.cli.values.none) : assignment.dns;
  return source === undefined ? dns : `${dns} (${sourceText(source)})`;
}

export function callbackText({ assignment, source, lost }: CallbackUse): string {
  if (assignment.state === "unknown")
    return lost === undefined ? t(($) => $.cli.values.unknown) : t(($) => $.cli.network.unknownLostAnswer);
  const callback = assignment.state === "none" ? t(($) => $.cli.values.none) : assignment.callback;
  return source === undefined ? callback : `${callback} (${sourceText(source)})`;
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

/** Prints changes that were sent and whose response was lost on stderr: those with an unknown outcome, and those resolved by a later read. */
export function printSentChanges<
  T extends { readonly change: number; readonly at: number; readonly message: CodedText },
>(
  { terminal }: CliContext,
  {
    unresolved,
    resolved,
  }: { readonly unresolved: readonly T[]; readonly resolved: readonly (T & { readonly resolvedAt: number })[] },
  describe: (one: T) => string,
): void {
  if (unresolved.length === 0 && resolved.length === 0) return;
  const row = (one: T): string[] => [String(one.change), iso(one.at) ?? "", describe(one)];
  const rows = [
    ...unresolved.map((one) => [...row(one), t(($) => $.cli.values.unknown), formatText(one.message)]),
    ...resolved.map((one) => [
      ...row(one),
      t(($) => $.cli.network.resolvedAt, { time: iso(one.resolvedAt) ?? "" }),
      formatText(one.message),
    ]),
  ];
  terminal.err(
    formatTable(
      [
        t(($) => $.cli.headings.change),
        t(($) => $.cli.headings.sent),
        t(($) => $.cli.headings.action),
        t(($) => $.cli.headings.outcome),
        t(($) => $.cli.headings.message),
      ],
      rows,
      160,
    ),
  );
}
