/** The links of endpoints, SIMs and IMSIs. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { RecordLink } from "#shared/contract/fleet/records.ts";
import { readText } from "../../core/api/json.ts";
import type { LinkReader } from "./link-reader.ts";
import { plansOf } from "./links-of-plans.ts";
import { type Named, pointedAt } from "./record-names.ts";

const throughSim = codedText("link-note-through-sim");
const throughSimOfImsi = codedText("link-note-through-imsi");

export async function linksOfEndpoint(
  reader: LinkReader,
  id: string,
  record: JsonRecord,
): Promise<readonly RecordLink[]> {
  const own = pointedAt(record, "sim", "iccid");
  const naming = await reader.rows("sim", [{ field: "endpoint", value: id }]);
  const sims = [...(own === undefined ? [] : [own]), ...naming.map(({ id: sim }) => ({ id: sim }))];
  const links = [
    await reader.pointed({ relation: "sim", title: codedText("link-sim"), collection: "sim" }, sims, "told"),
    await imsisLink(reader, sims),
    ...(await organisationOf(reader, sims[0]?.id, throughSim)),
  ];
  const [profile, tariff] = [pointedAt(record, "service_profile"), pointedAt(record, "tariff_profile")];
  return [
    ...links,
    ...(await sharing(reader, profile, "service_profile", codedText("link-same-service-profile"))),
    ...(await sharing(reader, tariff, "tariff_profile", codedText("link-same-tariff-profile"))),
  ];
}

export async function linksOfSim(reader: LinkReader, id: string, record: JsonRecord): Promise<readonly RecordLink[]> {
  const own = pointedAt(record, "endpoint");
  const iccid = readText(record["iccid"]) ?? "";
  // An endpoint may name the SIM although the SIM does not name the endpoint: the two lists were read at different times.
  const naming = iccid === "" ? [] : await reader.rows("endpoint", [{ field: "iccid", value: iccid }]);
  const endpoints = [
    ...(own === undefined ? [] : [own]),
    ...naming.flatMap((row) => (pointedAt(row.record, "sim")?.id === id ? [{ id: row.id }] : [])),
  ];
  return [
    await reader.pointed(
      { relation: "endpoint", title: codedText("link-endpoint"), collection: "endpoint" },
      endpoints,
      "told",
    ),
    await imsisLink(reader, [{ id }]),
    ...(await organisationOf(reader, id, undefined)),
  ];
}

export async function linksOfImsi(reader: LinkReader, _id: string, record: JsonRecord): Promise<readonly RecordLink[]> {
  const digits = readText(record["imsi"]) ?? readText(record["digits"]) ?? "";
  const naming = digits === "" ? [] : await reader.rows("sim", [{ field: "imsi", value: digits }]);
  const own = pointedAt(record, "sim", "iccid") ?? pointedAt(record, "sim_id");
  const sims = [
    ...(own === undefined ? [] : [own]),
    // A shorter value also matches longer numbers that begin with it.
    ...naming.flatMap((row) => (readText(row.record["imsi"]) === digits ? [{ id: row.id }] : [])),
  ];
  const sim = sims[0]?.id;
  const endpoint = sim === undefined ? undefined : pointedAt((await reader.record("sim", sim)) ?? {}, "endpoint");
  const endpoints = {
    relation: "endpoint",
    title: codedText("link-endpoint"),
    collection: "endpoint",
    note: throughSimOfImsi,
  } as const;
  const description = { relation: "sim", title: codedText("link-sim"), collection: "sim" } as const;
  // If the record does not mention a SIM, only the list of SIMs can prove that there is none.
  const speaks = sims.length > 0 || "sim" in record || "sim_id" in record;
  return [
    speaks ? await reader.pointed(description, sims, "told") : await reader.nothing(description),
    await reader.pointed(endpoints, endpoint === undefined ? [] : [endpoint], sim === undefined ? "not-told" : "told"),
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
  if (imsis.length > 0 || sims.length === 0) return await reader.pointed(description, imsis, "told");
  return await reader.nothing(description);
}

/** The customer of a SIM and, where it was read, that organisation's tariff plan. */
async function organisationOf(
  reader: LinkReader,
  sim: string | undefined,
  note: CodedText | undefined,
): Promise<readonly RecordLink[]> {
  const record = sim === undefined ? undefined : await reader.record("sim", sim);
  const customer = record === undefined ? undefined : pointedAt(record, "customer_org");
  const organisation = await reader.pointed(
    {
      relation: "organisation",
      title: codedText("link-organisation"),
      collection: "organisation",
      note,
    },
    customer === undefined ? [] : [customer],
    "not-told",
  );
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
  return [await reader.listed(description, { field, value: profile.id })];
}
