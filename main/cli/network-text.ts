/** Words that the commands for DNS configurations and service profiles share. */
import { t } from "./text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { FleetClient } from "#contract/index.ts";
import type { Copy, DnsUse, KnownFrom, Radius } from "#contract/network-words.ts";
import type { CallbackUse } from "#contract/profiles.ts";
import type { CliContext } from "./context.ts";
import { formatCount, formatTable, iso } from "./output.ts";
import { cliError } from "./usage-error.ts";

const fromWords: Readonly<Record<KnownFrom, string>> = {
  service: t(($) => $.cli.network.source.service),
  endpoints: t(($) => $.cli.network.source.records),
  "this-computer": t(($) => $.cli.network.source.local),
  person: t(($) => $.cli.network.source.person),
};

export function sourceText(from: KnownFrom): string {
  return fromWords[from];
}

/** "4 (known from this computer)", "none (the service)", "unknown". */
export function dnsText({ stand, source, lost }: DnsUse): string {
  if (stand.state === "unknown") return lost === undefined ? "unknown" : t(($) => $.cli.network.unknownLostAnswer);
  const what = stand.state === "none" ? "none" : stand.dns;
  return source === undefined ? what : `${what} (${sourceText(source)})`;
}

export function callbackText({ stand, source, lost }: CallbackUse): string {
  if (stand.state === "unknown") return lost === undefined ? "unknown" : t(($) => $.cli.network.unknownLostAnswer);
  const what = stand.state === "none" ? "none" : stand.callback;
  return source === undefined ? what : `${what} (${sourceText(source)})`;
}

/** "local copy of endpoints: complete 10,000 of 10,000, as of 2031-…" */
export function copyText({ state, asOf, unique, promised }: Copy): string {
  if (state === "never") return t(($) => $.cli.network.cache.never);
  if (state === "not-offered") return t(($) => $.cli.network.cache.notOffered);
  const parts = [
    t(($) => (state === "complete" ? $.cli.network.cache.complete : $.cli.network.cache.incomplete)),
    ...(unique === undefined
      ? []
      : promised === undefined
        ? [formatCount(unique)]
        : [t(($) => $.cli.program.countOfTotal, { done: formatCount(unique), total: formatCount(promised) })]),
    ...(asOf === undefined ? [] : [t(($) => $.cli.network.asOf, { time: iso(asOf) ?? "" })]),
  ];
  return t(($) => $.cli.network.cache.of, { state: parts.join(", ") });
}

/** Whom a change reaches, on stderr: said before anything is sent. */
export function sayRadius({ terminal }: CliContext, { sentence, note, copy }: Radius): void {
  terminal.err(`${formatText(sentence)}\n${formatText(note)}\n(${copyText(copy)})\n`);
}

/** The id of a profile that was given by its id or its name. Throws `profile-unknown` or `profile-ambiguous` for a name. */
export async function findProfile(
  client: FleetClient,
  context: CliContext,
  given: string,
  signal: AbortSignal,
): Promise<string> {
  const wanted = given.trim();
  const { items } = await client.profiles.list(context.scope(), signal);
  if (items.some(({ id }) => id === wanted)) return wanted;
  const found = items.filter(({ name }) => name?.toLowerCase() === wanted.toLowerCase());
  const [only, other] = found;
  // An id need not be known here.
  if (only === undefined && /^\d+$/.test(wanted)) return wanted;
  if (only === undefined) {
    const message = t(($) => $.cli.network.profiles.unknownName, { name: given });
    throw cliError("profile-unknown", message);
  }
  if (other === undefined) return only.id;
  const ids = found.map(({ id }) => id).join(", ");
  throw cliError(
    "profile-ambiguous",
    t(($) => $.cli.network.profiles.ambiguousName, { count: found.length, name: given, ids }),
  );
}

/** What was sent and whose answer was lost, on stderr: what is not known yet, and what reading has settled since. */
export function saySent<T extends { readonly change: number; readonly at: number; readonly message: CodedText }>(
  { terminal }: CliContext,
  {
    unsettled,
    settled,
  }: { readonly unsettled: readonly T[]; readonly settled: readonly (T & { readonly settledAt: number })[] },
  whatOf: (one: T) => string,
): void {
  if (unsettled.length === 0 && settled.length === 0) return;
  const row = (one: T): string[] => [String(one.change), iso(one.at) ?? "", whatOf(one)];
  const rows = [
    ...unsettled.map((one) => [...row(one), t(($) => $.cli.network.notKnown), formatText(one.message)]),
    ...settled.map((one) => [
      ...row(one),
      t(($) => $.cli.network.resolvedAt, { time: iso(one.settledAt) ?? "" }),
      formatText(one.message),
    ]),
  ];
  terminal.err(formatTable(["CHANGE", "SENT", "WHAT", "OUTCOME", ""], rows, 160));
}
