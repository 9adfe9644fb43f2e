/** Words that the commands for DNS configurations and service profiles share. */
import type { FleetClient } from "#contract/index.ts";
import type { Copy, DnsUse, KnownFrom, Radius } from "#contract/network-words.ts";
import type { CallbackUse } from "#contract/profiles.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { formatCount, formatTable, iso } from "./output.ts";

const fromWords: Readonly<Record<KnownFrom, string>> = {
  service: "the service",
  endpoints: "endpoint records",
  "this-computer": "known from this computer",
  person: "said by a person",
};

export function sourceText(from: KnownFrom): string {
  return fromWords[from];
}

/** "4 (known from this computer)", "none (the service)", "unknown". */
export function dnsText({ stand, source, lost }: DnsUse): string {
  if (stand.state === "unknown") return lost === undefined ? "unknown" : "unknown (an answer was lost)";
  const what = stand.state === "none" ? "none" : stand.dns;
  return source === undefined ? what : `${what} (${sourceText(source)})`;
}

export function callbackText({ stand, source, lost }: CallbackUse): string {
  if (stand.state === "unknown") return lost === undefined ? "unknown" : "unknown (an answer was lost)";
  const what = stand.state === "none" ? "none" : stand.callback;
  return source === undefined ? what : `${what} (${sourceText(source)})`;
}

/** "local copy of endpoints: complete 10,000 of 10,000, as of 2031-…" */
export function copyText({ state, asOf, unique, promised }: Copy): string {
  if (state === "never") return "local copy of endpoints: never synchronised";
  if (state === "not-offered") return "local copy of endpoints: not offered by this service";
  const count = unique === undefined ? "" : ` ${formatCount(unique)}`;
  const of = promised === undefined ? "" : ` of ${formatCount(promised)}`;
  const when = asOf === undefined ? "" : `, as of ${iso(asOf)}`;
  return `local copy of endpoints: ${state}${count}${of}${when}`;
}

/** Whom a change reaches, on stderr: said before anything is sent. */
export function sayRadius({ terminal }: CliContext, { sentence, note, copy }: Radius): void {
  terminal.err(`${sentence}\n${note}\n(${copyText(copy)})\n`);
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
    const message = `No service profile named "${given}" is known here; "fleetdesk profile list --refresh" asks the service.`;
    throw new AppError("profile-unknown", message);
  }
  if (other === undefined) return only.id;
  const ids = found.map(({ id }) => id).join(", ");
  throw new AppError(
    "profile-ambiguous",
    `${found.length} service profiles are named "${given}": ${ids}. Give the id.`,
  );
}

/** What was sent and whose answer was lost, on stderr: what is not known yet, and what reading has settled since. */
export function saySent<T extends { readonly change: number; readonly at: number; readonly message: string }>(
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
    ...unsettled.map((one) => [...row(one), "not known", one.message]),
    ...settled.map((one) => [...row(one), `settled ${iso(one.settledAt) ?? ""}`, one.message]),
  ];
  terminal.err(formatTable(["CHANGE", "SENT", "WHAT", "OUTCOME", ""], rows, 160));
}
