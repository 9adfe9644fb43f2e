/**
 * The links of a record, in both directions: records that it references, and records that reference it. Where neither does, the link goes
 * through a third record (an endpoint's organisation is that of its SIM) and has a note.
 */
import type { Collection, Completeness } from "#shared/contract/fleet/fleet.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { RecordLink, records, LinkState } from "#shared/contract/fleet/records.ts";
import type { FleetTools } from "./deps.ts";
import { readLatestRecord } from "./refresh-record.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { readText } from "../../core/api/json.ts";
import { type Named, referenceAt, nameOfRecord } from "./record-rows.ts";
import type { PlanReading } from "./queries-lookup.ts";
import { formatFilter } from "../../core/api/query.ts";
import { type CachedQuestion, countCachedRows, readCachedPage, completenessOfCache } from "./cached-rows.ts";
import { isAppError } from "#shared/failure.ts";

/** The links of one kind of record, in display order. */
type LinksOf = (reader: LinkReader, id: string, record: JsonRecord) => Promise<readonly RecordLink[]>;

const linksOf: Readonly<Record<Collection, LinksOf>> = {
  endpoint: linksOfEndpoint,
  sim: linksOfSim,
  imsi: linksOfImsi,
  organisation: linksOfOrganisation,
  user: linksOfUser,
  tariff_plan: linksOfTariffPlan,
};

export function createLinks(tools: FleetTools): Pick<Handlers<typeof records>, "links"> {
  return {
    links: async ({ connection: name, collection, id }, { signal }) => {
      const { id: connection } = await tools.connections.open(name);
      await tools.buildIndexes();
      const { record } = await readLatestRecord(tools, connection, collection, id);
      const reader = createLinkReader(tools, connection, signal);
      return { links: [...(await linksOf[collection](reader, id, record))] };
    },
  };
}

// The links of endpoints, SIMs and IMSIs.

/** The links of several kinds of record. */
const kinds = {
  sim: { relation: "sim", title: codedText("link-sim"), collection: "sim" },
  endpoint: { relation: "endpoint", title: codedText("link-endpoint"), collection: "endpoint" },
  organisation: { relation: "organisation", title: codedText("link-organisation"), collection: "organisation" },
  sims: { relation: "sims", title: codedText("link-sims"), collection: "sim" },
} as const;

const throughSim = codedText("link-note-through-sim");
const throughSimOfImsi = codedText("link-note-through-imsi");

async function linksOfEndpoint(reader: LinkReader, id: string, record: JsonRecord): Promise<readonly RecordLink[]> {
  const own = referenceAt(record, "sim", "iccid");
  const naming = await reader.rows("sim", [{ field: "endpoint", value: id }]);
  const sims = [...(own === undefined ? [] : [own]), ...naming.map(({ id: sim }) => ({ id: sim }))];
  const links = [
    await reader.linkTo(kinds.sim, sims, "reported"),
    await imsisLink(reader, sims),
    ...(await organisationOf(reader, sims[0]?.id, throughSim)),
  ];
  const [profile, tariff] = [referenceAt(record, "service_profile"), referenceAt(record, "tariff_profile")];
  return [
    ...links,
    ...(await sharing(reader, profile, "service_profile", codedText("link-same-service-profile"))),
    ...(await sharing(reader, tariff, "tariff_profile", codedText("link-same-tariff-profile"))),
  ];
}

async function linksOfSim(reader: LinkReader, id: string, record: JsonRecord): Promise<readonly RecordLink[]> {
  const own = referenceAt(record, "endpoint");
  const iccid = readText(record["iccid"]) ?? "";
  // An endpoint may name the SIM although the SIM does not name the endpoint: the two lists were read at different times.
  const naming = iccid === "" ? [] : await reader.rows("endpoint", [{ field: "iccid", value: iccid }]);
  const endpoints = [
    ...(own === undefined ? [] : [own]),
    ...naming.flatMap((row) => (referenceAt(row.record, "sim")?.id === id ? [{ id: row.id }] : [])),
  ];
  return [
    await reader.linkTo(kinds.endpoint, endpoints, "reported"),
    await imsisLink(reader, [{ id }]),
    ...(await organisationOf(reader, id, undefined)),
  ];
}

async function linksOfImsi(reader: LinkReader, _id: string, record: JsonRecord): Promise<readonly RecordLink[]> {
  const digits = readText(record["imsi"]) ?? readText(record["digits"]) ?? "";
  const naming = digits === "" ? [] : await reader.rows("sim", [{ field: "imsi", value: digits }]);
  const own = referenceAt(record, "sim", "iccid") ?? referenceAt(record, "sim_id");
  const sims = [
    ...(own === undefined ? [] : [own]),
    // A shorter value also matches longer numbers that begin with it.
    ...naming.flatMap((row) => (readText(row.record["imsi"]) === digits ? [{ id: row.id }] : [])),
  ];
  const sim = sims[0]?.id;
  const endpoint = sim === undefined ? undefined : referenceAt((await reader.record("sim", sim)) ?? {}, "endpoint");
  // If the record does not mention a SIM, only the list of SIMs can prove that there is none.
  const mentionsSim = sims.length > 0 || "sim" in record || "sim_id" in record;
  return [
    mentionsSim ? await reader.linkTo(kinds.sim, sims, "reported") : await reader.emptyLink(kinds.sim),
    await reader.linkTo(
      { ...kinds.endpoint, note: throughSimOfImsi },
      endpoint === undefined ? [] : [endpoint],
      sim === undefined ? "not-reported" : "reported",
    ),
    ...(await organisationOf(reader, sim, throughSimOfImsi)),
  ];
}

async function imsisLink(reader: LinkReader, sims: readonly Named[]): Promise<RecordLink> {
  const description = { relation: "imsis", title: codedText("link-imsis"), collection: "imsi" } as const;
  const imsis: Named[] = [];
  for (const { id } of sims) {
    const digits = readText((await reader.record("sim", id))?.["imsi"]);
    imsis.push(...(await reader.imsisOf(id, digits === "" ? undefined : digits)));
  }
  if (imsis.length > 0 || sims.length === 0) return await reader.linkTo(description, imsis, "reported");
  return await reader.emptyLink(description);
}

/** The customer of a SIM and, where it was read, that organisation's tariff plan. */
async function organisationOf(
  reader: LinkReader,
  sim: string | undefined,
  note: CodedText | undefined,
): Promise<readonly RecordLink[]> {
  const record = sim === undefined ? undefined : await reader.record("sim", sim);
  const customer = record === undefined ? undefined : referenceAt(record, "customer_org");
  const customers = customer === undefined ? [] : [customer];
  const organisation = await reader.linkTo({ ...kinds.organisation, note }, customers, "not-reported");
  return [organisation, await plansOf(reader, customer?.id)];
}

/** The endpoints with the same profile, including this one. */
async function sharing(
  reader: LinkReader,
  profile: Named | undefined,
  field: string,
  title: CodedText,
): Promise<readonly RecordLink[]> {
  if (profile === undefined) return [];
  const called = profile.name ?? profile.id;
  const description = {
    relation: field,
    title,
    collection: "endpoint",
    note: codedText("link-note-profile", { profile: called }),
  } as const;
  return [await reader.linkToList(description, { field, value: profile.id })];
}

// The links of organisations, users and tariff plans.

/** The SIMs of at most this many organisations are added up. */
const mostOrganisations = 20;

async function linksOfOrganisation(reader: LinkReader, id: string): Promise<readonly RecordLink[]> {
  const sims = { ...kinds.sims, note: codedText("link-note-customer") };
  const own = [
    await reader.linkToList(
      { relation: "users", title: codedText("link-users"), collection: "user" },
      { field: "organisation", value: id },
    ),
    await reader.linkToList(sims, { field: "customer_org", value: id }),
    await endpointsOf(reader, [id]),
    await plansOf(reader, id),
  ];
  const roles = [
    await reader.linkToList(
      {
        relation: "sold-sims",
        title: codedText("link-sold-sims"),
        collection: "sim",
        note: codedText("link-note-reseller"),
      },
      { field: "reseller_org", value: id },
    ),
    await reader.linkToList(
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

async function linksOfUser(reader: LinkReader, _id: string, record: JsonRecord): Promise<readonly RecordLink[]> {
  const organisation = referenceAt(record, "organisation");
  const link = await reader.linkTo(
    kinds.organisation,
    organisation === undefined ? [] : [organisation],
    "not-reported",
  );
  if (organisation === undefined) return [link];
  const users = { relation: "users", title: codedText("link-users-of-organisation"), collection: "user" } as const;
  return [link, await reader.linkToList(users, { field: "organisation", value: organisation.id })];
}

async function linksOfTariffPlan(reader: LinkReader, id: string): Promise<readonly RecordLink[]> {
  const readings = await reader.plans();
  const on = organisationsOn(readings, id);
  const reported = readings.filter(({ state }) => state === "reported");
  const description = {
    relation: "organisations",
    title: codedText("link-organisations"),
    collection: "organisation",
  } as const;
  const failedReading = readings.find(({ state }) => state !== "reported");
  const note =
    readings.length === 0
      ? codedText("link-note-plans-of-all")
      : reported.length === 0
        ? (failedReading?.reason ?? codedText("link-note-not-reported"))
        : codedText("link-note-plans-loaded", { count: reported.length });
  const emptyState =
    readings.length === 0 ? "never-read" : failedReading?.state === "not-offered" ? "not-offered" : "not-reported";
  const organisations = await reader.linkTo(
    { ...description, note },
    on.map(({ organisation }) => ({ id: organisation })),
    reported.length > 0 ? "reported" : emptyState,
  );
  const oldest = Math.min(...readings.map(({ readAt }) => readAt));
  const dated = readings.length === 0 ? organisations : { ...organisations, readAt: oldest };
  if (on.length === 0) return [dated];
  const ids = on.slice(0, mostOrganisations).map(({ organisation }) => organisation);
  return [dated, await simsOf(reader, ids), await endpointsOf(reader, ids)];
}

const ofOrganisations = (count: number): CodedText => codedText("link-note-through-organisations", { count });

async function simsOf(reader: LinkReader, organisations: readonly string[]): Promise<RecordLink> {
  const description = { ...kinds.sims, note: ofOrganisations(organisations.length) };
  const links = await Promise.all(
    organisations.map((value) => reader.linkToList(description, { field: "customer_org", value })),
  );
  return mergeLinks(links, await reader.emptyLink(description, "reported"));
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
        reader.linkToList({ ...description, collection: "sim" }, customer),
        reader.count("sim", [customer, { field: "endpoint", value: "null" }]),
        reader.rows("sim", [customer], "endpoint"),
      ]);
      const endpoints = rows.flatMap(({ record }) => referenceAt(record, "endpoint") ?? []);
      const link = await reader.linkTo(description, endpoints, stateOfCache(sims.cache));
      // The completeness of the answer is that of the SIMs it was found through.
      const total = sims.total === undefined ? {} : { total: sims.total - spare };
      return { ...link, ...total, ...(sims.list === undefined ? {} : { list: sims.list }), cache: sims.cache };
    }),
  );
  return mergeLinks(links, await reader.emptyLink(description, "reported"));
}

/** Merges several links of one kind; only a single link has a list that can be opened. */
function mergeLinks(links: readonly RecordLink[], empty: RecordLink): RecordLink {
  const [first, ...more] = links;
  if (first === undefined) return empty;
  if (more.length === 0) return first;
  const { list: _one, total: _few, ...rest } = first;
  const totals = links.map(({ total }) => total);
  const hasTotals = totals.every((total) => total !== undefined);
  const items = links.flatMap((link) => link.items).slice(0, linkSample);
  return { ...rest, items, total: hasTotals ? totals.reduce((sum, total) => sum + total, 0) : undefined };
}

// Tariff plans of organisations: no record contains them, so these are the saved answers of separate requests.

const plansDescription = {
  relation: "tariff-plans",
  title: codedText("link-tariff-plans"),
  collection: "tariff_plan",
} as const;
const plansNote = codedText("link-note-plans-of-one");

/** The plans of one organisation; none where the organisation is unknown. */
async function plansOf(reader: LinkReader, organisation: string | undefined): Promise<RecordLink> {
  if (organisation === undefined) {
    return await reader.emptyLink(
      { ...plansDescription, note: codedText("link-note-organisation-unknown") },
      "not-reported",
    );
  }
  const [reading] = await reader.plans(organisation);
  if (reading === undefined) return await reader.emptyLink({ ...plansDescription, note: plansNote }, "never-read");
  const { state, readAt, plans, reason = plansNote } = reading;
  if (state === "reported") return { ...(await reader.linkTo(plansDescription, plans, "reported")), readAt };
  const emptyState = state === "not-offered" ? "not-offered" : "not-reported";
  return { ...(await reader.emptyLink({ ...plansDescription, note: reason }, emptyState)), readAt };
}

/** The organisations with a plan, among those whose plans were requested. */
function organisationsOn(readings: readonly PlanReading[], plan: string): readonly PlanReading[] {
  return readings.filter(({ plans }) => plans.some(({ id }) => id === plan));
}

// Reads the links of a record from the cache, one at a time: a filtered list, the IMSIs of a SIM, the tariff plans of an organisation.

/** The relation, title and target collection of a link. */
interface LinkDescription {
  readonly relation: string;
  readonly title: CodedText;
  readonly collection: Collection;
  readonly note?: CodedText;
}

/** An equality condition that selects the linked records of a list. */
interface LinkFilter {
  readonly field: string;
  readonly value: string;
}

interface LinkedRow {
  readonly id: string;
  readonly record: JsonRecord;
}

/** Number of linked records that are named. */
const linkSample = 5;
/** Above the number of IMSIs that a SIM has. */
const mostImsis = 50;

interface LinkReader {
  readonly connection: number;
  /** A cached record; undefined where the cache has none. */
  record(collection: Collection, id: string): Promise<JsonRecord | undefined>;
  /** Records of a list, selected by a filter of the service. */
  linkToList(description: LinkDescription, filter: LinkFilter): Promise<RecordLink>;
  /** Number of records that satisfy all conditions. */
  count(collection: Collection, filter: readonly LinkFilter[]): Promise<number>;
  /** A sample of a list; records with a value in the field `last` come first if it is given. */
  rows(collection: Collection, filter: readonly LinkFilter[], last?: string): Promise<readonly LinkedRow[]>;
  /** Records by id; `none` is the state of a link without any. */
  linkTo(description: LinkDescription, targets: readonly Named[], none: LinkState): Promise<RecordLink>;
  /** A link without records; without a state, the state follows from the cached collection. */
  emptyLink(description: LinkDescription, state?: LinkState): Promise<RecordLink>;
  imsisOf(sim: string, digits: string | undefined): Promise<readonly Named[]>;
  plans(organisation?: string): Promise<readonly PlanReading[]>;
}

function createLinkReader(tools: FleetTools, connection: number, signal: AbortSignal): LinkReader {
  const { store } = tools;
  const question = (collection: Collection, filter: readonly LinkFilter[], last?: string): CachedQuestion => ({
    connection,
    collection,
    filter,
    sort: last === undefined ? [] : [{ field: last, descending: true }],
    within: [],
  });
  const completenessOf = (collection: Collection): Promise<Completeness> =>
    completenessOfCache(store, connection, collection);
  const rows: LinkReader["rows"] = async (collection, filter, last) => {
    const pageOptions = { cursor: undefined, skip: 0, fromEnd: false, limit: linkSample, signal };
    const page = await readCachedPage(tools, question(collection, filter, last), pageOptions);
    return page.rows.map(({ id, raw }) => ({ id, record: JSON.parse(raw) as JsonRecord }));
  };
  const count: LinkReader["count"] = (collection, filter) =>
    countCachedRows(tools, question(collection, filter), signal);
  const record: LinkReader["record"] = async (collection, id) => {
    try {
      return (await readLatestRecord(tools, connection, collection, id)).record;
    } catch (error) {
      if (isAppError(error, "not-in-cache")) return undefined;
      throw error;
    }
  };
  const withName = async (collection: Collection, { id, name }: Named): Promise<Named> => {
    const displayName = name ?? nameOf(collection, await record(collection, id));
    return { id, name: displayName };
  };
  return {
    connection,
    record,
    rows,
    count,
    linkToList: async (description, filter) => {
      const cache = await completenessOf(description.collection);
      const total = await count(description.collection, [filter]);
      const linkedRows = total === 0 ? [] : await rows(description.collection, [filter]);
      const items = linkedRows.map((row) => named(description.collection, row));
      const state = total > 0 ? "reported" : stateOfCache(cache);
      const list = {
        collection: description.collection,
        filter: formatFilter(description.collection, [filter], "spec"),
      };
      return { ...description, state, items, total: state === "reported" ? total : undefined, list, cache };
    },
    linkTo: async (description, targets, none) => {
      const unique = [...new Map(targets.map((one) => [one.id, one])).values()];
      const items = await Promise.all(unique.slice(0, linkSample).map((one) => withName(description.collection, one)));
      const state = unique.length > 0 ? "reported" : none;
      const cache = await completenessOf(description.collection);
      return { ...description, state, items, total: state === "reported" ? unique.length : undefined, cache };
    },
    emptyLink: async (description, state) => {
      const cache = await completenessOf(description.collection);
      return { ...description, state: state ?? stateOfCache(cache), items: [], cache };
    },
    imsisOf: async (sim, digits) =>
      (await store.imsisOfSim(connection, sim, digits, mostImsis)).map(({ id, raw }) =>
        named("imsi", { id, record: JSON.parse(raw) as JsonRecord }),
      ),
    plans: (organisation) => store.planReadings(connection, organisation),
  };
}

/** The state of a link without records: a cached list proves that there are none, a list that was never read proves nothing. */
function stateOfCache({ state }: Completeness): LinkState {
  if (state === "never") return "never-read";
  return state === "not-offered" ? "not-offered" : "reported";
}

function named(collection: Collection, { id, record }: { readonly id: string; readonly record: JsonRecord }): Named {
  const name = nameOf(collection, record);
  return { id, name };
}

function nameOf(collection: Collection, record: JsonRecord | undefined): string | undefined {
  return record === undefined ? undefined : nameOfRecord(collection, record);
}
