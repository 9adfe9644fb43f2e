/**
 * The links of a record, in both directions: records that it references, and records that reference it. Where neither does, the link goes
 * through a third record (an endpoint's organisation is that of its SIM) and has a note.
 */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { RecordLink, records } from "#shared/contract/fleet/records.ts";
import { createLinkReader } from "./link-reader.ts";
import type { FleetTools } from "./deps.ts";
import { linksOfEndpoint, linksOfImsi, linksOfSim } from "./links-of-devices.ts";
import { linksOfOrganisation, linksOfTariffPlan, linksOfUser } from "./links-of-accounts.ts";
import type { LinkReader } from "./link-reader.ts";
import { readLatestRecord } from "./refresh-record.ts";

/** The links of one kind of record, in display order. */
export type LinksOf = (reader: LinkReader, id: string, record: JsonRecord) => Promise<readonly RecordLink[]>;

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
