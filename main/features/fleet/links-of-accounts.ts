/** The links of organisations, users and tariff plans. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { RecordLink } from "#shared/contract/fleet/records.ts";
import { linkSample, type LinkReader, stateOfCache } from "./link-reader.ts";
import { organisationsOn, plansOf } from "./links-of-plans.ts";
import { pointedAt } from "./record-names.ts";

/** The SIMs of at most this many organisations are added up. */
const mostOrganisations = 20;

export async function linksOfOrganisation(reader: LinkReader, id: string): Promise<readonly RecordLink[]> {
  const sims = {
    relation: "sims",
    title: codedText("link-sims"),
    collection: "sim",
    note: codedText("link-note-customer"),
  } as const;
  const own = [
    await reader.listed(
      { relation: "users", title: codedText("link-users"), collection: "user" },
      { field: "organisation", value: id },
    ),
    await reader.listed(sims, { field: "customer_org", value: id }),
    await endpointsOf(reader, [id]),
    await plansOf(reader, id),
  ];
  const roles = [
    await reader.listed(
      {
        relation: "sold-sims",
        title: codedText("link-sold-sims"),
        collection: "sim",
        note: codedText("link-note-reseller"),
      },
      { field: "reseller_org", value: id },
    ),
    await reader.listed(
      {
        relation: "issued-sims",
        title: codedText("link-issued-sims"),
        collection: "sim",
        note: codedText("link-note-issuer"),
      },
      { field: "issuer_org", value: id },
    ),
  ];
  // Most organisations neither sell nor issue SIMs, so empty roles are not shown.
  return [...own, ...roles.filter(({ items }) => items.length > 0)];
}

export async function linksOfUser(reader: LinkReader, _id: string, record: JsonRecord): Promise<readonly RecordLink[]> {
  const organisation = pointedAt(record, "organisation");
  const description = {
    relation: "organisation",
    title: codedText("link-organisation"),
    collection: "organisation",
  } as const;
  const link = await reader.pointed(description, organisation === undefined ? [] : [organisation], "not-told");
  if (organisation === undefined) return [link];
  const users = { relation: "users", title: codedText("link-users-of-organisation"), collection: "user" } as const;
  return [link, await reader.listed(users, { field: "organisation", value: organisation.id })];
}

export async function linksOfTariffPlan(reader: LinkReader, id: string): Promise<readonly RecordLink[]> {
  const readings = await reader.plans();
  const on = organisationsOn(readings, id);
  const reported = readings.filter(({ state }) => state === "told");
  const description = {
    relation: "organisations",
    title: codedText("link-organisations"),
    collection: "organisation",
  } as const;
  const failedReading = readings.find(({ state }) => state !== "told");
  const note =
    readings.length === 0
      ? codedText("link-note-plans-of-all")
      : reported.length === 0
        ? (failedReading?.reason ?? codedText("link-note-not-reported"))
        : codedText("link-note-plans-loaded", { count: reported.length });
  const emptyState =
    readings.length === 0 ? "never-read" : failedReading?.state === "not-offered" ? "not-offered" : "not-told";
  const organisations = await reader.pointed(
    { ...description, note },
    on.map(({ organisation }) => ({ id: organisation })),
    reported.length > 0 ? "told" : emptyState,
  );
  const oldest = Math.min(...readings.map(({ readAt }) => readAt));
  const dated = readings.length === 0 ? organisations : { ...organisations, readAt: oldest };
  if (on.length === 0) return [dated];
  const ids = on.slice(0, mostOrganisations).map(({ organisation }) => organisation);
  return [dated, await simsOf(reader, ids), await endpointsOf(reader, ids)];
}

const ofOrganisations = (count: number): CodedText => codedText("link-note-through-organisations", { count });

async function simsOf(reader: LinkReader, organisations: readonly string[]): Promise<RecordLink> {
  const description = {
    relation: "sims",
    title: codedText("link-sims"),
    collection: "sim",
    note: ofOrganisations(organisations.length),
  } as const;
  const links = await Promise.all(
    organisations.map((value) => reader.listed(description, { field: "customer_org", value })),
  );
  return added(links, await reader.nothing(description, "told"));
}

/** Endpoints found through their SIMs: the list of endpoints has no filter for organisations, the list of SIMs has. */
async function endpointsOf(reader: LinkReader, organisations: readonly string[]): Promise<RecordLink> {
  const description = {
    relation: "endpoints",
    title: codedText("link-endpoints"),
    collection: "endpoint",
    note: codedText("link-note-through-sims"),
  } as const;
  const links = await Promise.all(
    organisations.map(async (value): Promise<RecordLink> => {
      const customer = { field: "customer_org", value };
      const [sims, spare, rows] = await Promise.all([
        reader.listed({ ...description, collection: "sim" }, customer),
        reader.count("sim", [customer, { field: "endpoint", value: "null" }]),
        reader.rows("sim", [customer], "endpoint"),
      ]);
      const endpoints = rows.flatMap(({ record }) => pointedAt(record, "endpoint") ?? []);
      const link = await reader.pointed(description, endpoints, stateOfCache(sims.cache));
      // The completeness of the answer is that of the SIMs it was found through.
      const total = sims.total === undefined ? {} : { total: sims.total - spare };
      return { ...link, ...total, ...(sims.list === undefined ? {} : { list: sims.list }), cache: sims.cache };
    }),
  );
  return added(links, await reader.nothing(description, "told"));
}

/** Merges several links of one kind; only a single link has a list that can be opened. */
function added(links: readonly RecordLink[], empty: RecordLink): RecordLink {
  const [first, ...more] = links;
  if (first === undefined) return empty;
  if (more.length === 0) return first;
  const { list: _one, total: _few, ...rest } = first;
  const totals = links.map(({ total }) => total);
  const hasTotals = totals.every((total) => total !== undefined);
  const items = links.flatMap((link) => link.items).slice(0, linkSample);
  return { ...rest, items, total: hasTotals ? totals.reduce((sum, total) => sum + total, 0) : undefined };
}
