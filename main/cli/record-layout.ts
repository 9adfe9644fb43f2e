/** What a record says of itself, line by line: the same headings and lines as the window's detail has. */
import type { Collection } from "#contract/fleet.ts";

/** How a line is read: as it is (with its id, where it is an object), as yes or no, or as an amount of the record's currency. */
export type LineKind = "plain" | "flag" | "money";

export interface RecordLine {
  readonly label: string;
  readonly path: string;
  readonly kind: LineKind;
  /** What it means that the field is there and empty. */
  readonly empty: string;
  /** What it means that the service does not send the field; "unknown" where that tells nothing. */
  readonly absent: string;
  /** Left out where the service does not send it. */
  readonly optional: boolean;
  /** Left out where the record has nothing here. */
  readonly within: string | undefined;
}

type Extras = Partial<Omit<RecordLine, "label" | "path">>;

const line = (label: string, path: string, extras: Extras = {}): RecordLine => ({
  label,
  path,
  kind: "plain",
  empty: "none",
  absent: "unknown",
  optional: false,
  within: undefined,
  ...extras,
});
const maybe: Extras = { optional: true };
const ofSim: Extras = { within: "sim" };
const nobody = (text: string): Extras => ({ empty: text, absent: text });

/** By heading, in the order in which they are shown. */
export const recordLayout: Readonly<Record<Collection, Readonly<Record<string, readonly RecordLine[]>>>> = {
  endpoint: {
    Identity: [
      line("Name", "name", { empty: "no name" }),
      line("Endpoint id", "id"),
      line("Status", "status"),
      line("Tags", "tags", nobody("no tags")),
    ],
    "SIM and device": [
      line("SIM", "sim", nobody("no SIM")),
      line("SIM status", "sim.status", ofSim),
      line("With check digit", "sim.iccid_with_luhn", { ...ofSim, ...maybe }),
      line("IMSI", "sim.imsi", ofSim),
      line("MSISDN", "sim.msisdn", ofSim),
      line("EID", "sim.eid", { ...ofSim, ...maybe }),
      line("IMEI", "imei", { empty: "none reported" }),
      line("IMEI lock", "imei_lock", { kind: "flag", ...maybe }),
    ],
    Service: [
      line("Service profile", "service_profile"),
      line("Tariff profile", "tariff_profile"),
      line("IP address", "ip_address", { empty: "none assigned" }),
      line("Address space", "ip_address_space", maybe),
    ],
    "On the service": [line("Created", "created"), line("Last updated", "last_updated")],
  },
  sim: {
    Identity: [
      line("ICCID", "iccid"),
      line("With check digit", "iccid_with_luhn", maybe),
      line("EID", "eid", maybe),
      line("SIM id", "id"),
      line("Status", "status"),
      line("IMSI", "imsi"),
      line("MSISDN", "msisdn"),
    ],
    "Belongs to": [
      line("Endpoint", "endpoint", nobody("not assigned to an endpoint")),
      line("Customer", "customer_org", nobody("no customer")),
      line("Reseller", "reseller_org", maybe),
      line("Issuer", "issuer_org"),
    ],
    "The card": [
      line("Model", "model"),
      line("Produced", "production_date"),
      line("Activated", "activation_date", maybe),
    ],
  },
  imsi: {
    Identity: [line("IMSI", "imsi"), line("IMSI id", "id"), line("Status", "status"), line("Kind", "type")],
    "Belongs to": [line("SIM", "sim", nobody("on no SIM")), line("Pool", "imsi_pool"), line("Imported", "import_date")],
  },
  organisation: {
    Identity: [
      line("Name", "name", { empty: "no name" }),
      line("Organisation id", "id"),
      line("Status", "status"),
      line("Reference", "ext_reference"),
    ],
    Account: [
      line("Kind", "type"),
      line("Class", "class"),
      line("Country", "country"),
      line("Monthly limit", "monthly_cost_limit", { kind: "money", empty: "no limit" }),
      line("Created", "created"),
    ],
  },
  user: {
    Identity: [
      line("Name", "name", { empty: "no name" }),
      line("User name", "username"),
      line("User id", "id"),
      line("Status", "status"),
      line("Roles", "roles", { empty: "no role" }),
    ],
    "Belongs to": [line("Organisation", "organisation"), line("Created", "created")],
  },
  tariff_plan: {
    Identity: [
      line("Name", "name", { empty: "no name" }),
      line("Tariff plan id", "id"),
      line("Status", "status"),
      line("Description", "description"),
      line("Notes", "notes"),
    ],
    Terms: [
      line("Rate", "rate"),
      line("Yearly rate", "yearly_rate", maybe),
      line("SIM activation fee", "sim_activation_fee", maybe),
      line("Currency", "currency"),
      line("Most active SIMs", "max_active_sims", { empty: "no limit", ...maybe }),
      line("Used by", "used_count", maybe),
    ],
  },
};
