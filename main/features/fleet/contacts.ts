/** When endpoints were last seen in the network: filter terms by age, and the value that a record gets. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { type Contact, type ContactState, silenceMs } from "#shared/records/contact.ts";
import { AppError } from "#shared/failure.ts";
import { ageOf, type ContactTerm, type FilterTerm } from "../../core/api/query.ts";
import { findField } from "../../core/api/query-fields.ts";
import { canonical } from "../../core/store/record-id.ts";
import type { FleetTools } from "./deps.ts";
import { noContact } from "./predicates.ts";

type Tools = Pick<FleetTools, "store" | "clock" | "coverageOf">;

/** Events are read some time before they are evaluated: silence of 24 hours is proved by a reading of the last hour. */
const readWithin = 1 / 24;
/** Pages of one list share their time. */
const stepMs = 60_000;

/** The terms, with the time and the events that those by age refer to. */
export async function resolveAges(
  tools: Tools,
  connection: number,
  collection: Collection,
  terms: readonly FilterTerm[],
): Promise<readonly FilterTerm[]> {
  const isAge = ({ field }: FilterTerm): boolean => findField(collection, field)?.match?.kind === "age";
  if (!terms.some(isAge)) return terms;
  const version = await tools.store.contactVersion();
  return await Promise.all(
    terms.map(async (term): Promise<FilterTerm> => {
      const age = isAge(term) ? ageOf(term.value) : undefined;
      if (age === undefined) return term;
      if (age.state === "none") return { ...term, contact: noContact(version) };
      const now = Math.floor(tools.clock.now() / stepMs) * stepMs;
      const span = { from: now - age.durationMs, until: now - Math.max(stepMs, age.durationMs * readWithin) };
      const { all, endpoints } =
        age.state === "seen" ? { all: true, endpoints: [] } : await tools.coverageOf(connection, span);
      const contact: ContactTerm = {
        state: age.state,
        since: span.from,
        all,
        endpoints: JSON.stringify(endpoints.map(canonical)),
        version,
      };
      return { ...term, contact };
    }),
  );
}

/** The terms for the rows that a term by age leaves undecided; undefined without such a term. */
export async function undecidedTerms(
  tools: Tools,
  connection: number,
  terms: readonly FilterTerm[],
): Promise<readonly FilterTerm[] | undefined> {
  const leavesUndecided = ({ contact }: FilterTerm): boolean => contact !== undefined && contact.state !== "none";
  const decided = terms.filter(leavesUndecided);
  if (decided.length === 0) return undefined;
  const others = terms.filter((term) => !leavesUndecided(term));
  const undecided = await Promise.all(
    decided.map(async ({ field, contact, value }): Promise<FilterTerm> => {
      if (contact === undefined) throw new AppError("internal", codedText("internal"));
      if (contact.state !== "seen") return { field, value, contact: { ...contact, state: "unknown" } };
      const [silent] = await resolveAges(tools, connection, "endpoint", [{ field, value: value.replace("<", ">") }]);
      const age = silent?.contact ?? contact;
      return { field, value, contact: { ...age, since: contact.since, state: "unknown" } };
    }),
  );
  return [...others, ...undecided];
}

/** All cached endpoints by their last contact, with the meaning of `seen:<24h`, `seen:>24h` and `seen:unknown`. */
export async function countByContact(
  tools: Tools,
  connection: number,
): Promise<Readonly<Record<ContactState, number>>> {
  const [term] = await resolveAges(tools, connection, "endpoint", [{ field: "seen", value: ">24h" }]);
  if (term?.contact === undefined) throw new AppError("internal", codedText("internal"));
  const { total, seen, silent } = await tools.store.countContacts(connection, term.contact);
  return { seen, silent, unknown: total - seen - silent };
}

/** Adds `last_seen` to endpoints with a contact, or whose events were all read. */
export async function withLastSeen<T extends { readonly id: string; readonly record: JsonRecord }>(
  tools: Tools,
  { connection, collection }: { readonly connection: number; readonly collection: Collection },
  rows: readonly T[],
): Promise<T[]> {
  if (collection !== "endpoint" || rows.length === 0) return [...rows];
  const now = tools.clock.now();
  const since = now - silenceMs;
  const contacts = await tools.store.contactsOf(
    connection,
    rows.map(({ id }) => id),
  );
  const { all, endpoints } = await tools.coverageOf(connection, { from: since, until: now - silenceMs * readWithin });
  const covered = new Set(endpoints);
  return rows.map((row) => {
    const contact = contacts[row.id];
    const isCovered = all || covered.has(row.id);
    if (contact === undefined && !isCovered) return row;
    const state = contact !== undefined && contact.at >= since ? "seen" : isCovered ? "silent" : "unknown";
    const at = contact === undefined ? {} : { at: new Date(contact.at).toISOString(), source: contact.source };
    const value: Contact = { ...at, state };
    return { ...row, record: { ...row.record, last_seen: value } };
  });
}
