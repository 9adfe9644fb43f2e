/** What a record says of itself, as lines to read: which fields, in which order, and what each missing one means. */
import type { Collection } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { type RecordKey, type Status, statusFrom, textAt, valueAt } from "../../lib/records.ts";
import type { Address } from "../../lib/address.ts";
import { parseServiceDate } from "../../lib/service-date.ts";

export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  /** A number or name to be read sign by sign. */
  | { readonly kind: "mono"; readonly text: string }
  /** Something with a name and an id; the name where the service tells it. */
  | { readonly kind: "named"; readonly name: string | undefined; readonly id: string | undefined }
  /** The same, with a page of the window that is about it. */
  | { readonly kind: "place"; readonly name: string | undefined; readonly id: string; readonly address: Address }
  | { readonly kind: "link"; readonly to: RecordKey; readonly text: string | undefined; readonly mono: boolean }
  | { readonly kind: "status"; readonly status: Status }
  | { readonly kind: "tags"; readonly tags: readonly string[] }
  | { readonly kind: "date"; readonly at: number; readonly text: string }
  /** Known to be none: "no SIM". */
  | { readonly kind: "none"; readonly text: string }
  /** The service does not tell. */
  | { readonly kind: "unknown" };

export interface FieldLine {
  readonly label: string;
  readonly value: FieldValue;
}

export interface FieldGroup {
  readonly title: string;
  readonly lines: readonly FieldLine[];
}

type Read = (record: JsonRecord) => FieldValue | undefined;
type Line = readonly [label: string, read: Read];

const unknown: FieldValue = { kind: "unknown" };
const none = (text: string): FieldValue => ({ kind: "none", text });

/** A field that is there but empty says "none"; one that is not there says nothing, unless its absence has a meaning. */
function orElse(record: JsonRecord, path: string, empty: string, absent: FieldValue): FieldValue {
  return valueAt(record, path) === undefined ? absent : none(empty);
}

const plain =
  (path: string, kind: "text" | "mono", empty = "none", absent: FieldValue = unknown): Read =>
  (record) => {
    const text = textAt(record, path);
    return text === undefined ? orElse(record, path, empty, absent) : { kind, text };
  };
const text = (path: string, empty?: string): Read => plain(path, "text", empty);
const mono = (path: string, empty?: string): Read => plain(path, "mono", empty);

/** Left out where the service does not send it: it would say nothing. */
const optional =
  (read: Read): Read =>
  (record) => {
    const value = read(record);
    return value?.kind === "unknown" ? undefined : value;
  };

const date =
  (path: string): Read =>
  (record) => {
    const written = textAt(record, path);
    if (written === undefined) return orElse(record, path, "none", unknown);
    const at = parseServiceDate(written);
    return at === undefined ? { kind: "mono", text: written } : { kind: "date", at, text: written };
  };

const status =
  (collection: Collection, path = "status"): Read =>
  (record) => ({ kind: "status", status: statusFrom(collection, valueAt(record, path)) });

const tags: Read = (record) => {
  const written = textAt(record, "tags");
  if (written === undefined) return orElse(record, "tags", "no tags", none("no tags"));
  const parts = written.split(",").map((tag) => tag.trim());
  return { kind: "tags", tags: parts.filter((tag) => tag !== "") };
};

const named =
  (path: string, empty = "none"): Read =>
  (record) => {
    const called = ["name", "description", "code"].map((field) => textAt(record, `${path}.${field}`));
    const [name, id] = [called.find((one) => one !== undefined), idAt(record, path)];
    return name === undefined && id === undefined ? orElse(record, path, empty, unknown) : { kind: "named", name, id };
  };

/** A service profile has its place on the page of the network. */
const serviceProfile: Read = (record) => {
  const value = named("service_profile")(record);
  if (value?.kind !== "named" || value.id === undefined) return value;
  const { name, id } = value;
  return { kind: "place", name, id, address: { path: ["network", "profiles"], query: { profile: id } } };
};

/** A link to a record of ours; `absent` is what it means that the service names none. */
const link =
  (path: string, collection: Collection, absent: FieldValue, label = "name"): Read =>
  (record) => {
    const id = idAt(record, path);
    if (id === undefined)
      return valueAt(record, path) === null ? none(absent.kind === "none" ? absent.text : "none") : absent;
    return { kind: "link", to: { collection, id }, text: textAt(record, `${path}.${label}`), mono: label !== "name" };
  };

const yesNo =
  (path: string, yes: string, no: string): Read =>
  (record) => {
    const value = valueAt(record, path);
    if (value === undefined || value === null) return undefined;
    return { kind: "text", text: [true, 1, "1", "true"].includes(value as never) ? yes : no };
  };

/** Lines about the SIM of an endpoint are not shown where it has none: one line says so. */
const ofSim =
  (read: Read): Read =>
  (record) =>
    idAt(record, "sim") === undefined && textAt(record, "sim.iccid") === undefined ? undefined : read(record);

function idAt(record: JsonRecord, path: string): string | undefined {
  const value = valueAt(record, path);
  return typeof value === "object" && value !== null ? textAt(record, `${path}.id`) : textAt(record, path);
}

const money: Read = (record) => {
  const amount = textAt(record, "monthly_cost_limit");
  if (amount === undefined) return orElse(record, "monthly_cost_limit", "no limit", unknown);
  return {
    kind: "text",
    text: [amount, textAt(record, "currency.code")].filter((part) => part !== undefined).join(" "),
  };
};

const roles: Read = (record) => {
  const value = valueAt(record, "roles");
  if (!Array.isArray(value)) return orElse(record, "roles", "no role", unknown);
  const names = value.map((role) => textAt(role as JsonRecord, "name") ?? textAt(role as JsonRecord, "id"));
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? none("no role") : { kind: "tags", tags: known };
};

const layouts: Readonly<Record<Collection, Readonly<Record<string, readonly Line[]>>>> = {
  endpoint: {
    Identity: [
      ["Name", text("name", "no name")],
      ["Endpoint id", mono("id")],
      ["Status", status("endpoint")],
      ["Tags", tags],
    ],
    "SIM and device": [
      ["SIM", link("sim", "sim", none("no SIM"), "iccid")],
      ["SIM status", ofSim(status("sim", "sim.status"))],
      ["With check digit", ofSim(optional(mono("sim.iccid_with_luhn")))],
      ["IMSI", ofSim(mono("sim.imsi"))],
      ["MSISDN", ofSim(mono("sim.msisdn"))],
      ["EID", ofSim(optional(mono("sim.eid")))],
      ["IMEI", mono("imei", "none reported")],
      ["IMEI lock", yesNo("imei_lock", "locked to this IMEI", "not locked")],
    ],
    Service: [
      ["Service profile", serviceProfile],
      ["Tariff profile", named("tariff_profile")],
      ["IP address", mono("ip_address", "none assigned")],
      ["Address space", optional(named("ip_address_space"))],
    ],
    "On the service": [
      ["Created", date("created")],
      ["Last updated", date("last_updated")],
    ],
  },
  sim: {
    Identity: [
      ["ICCID", mono("iccid")],
      ["With check digit", optional(mono("iccid_with_luhn"))],
      ["EID", optional(mono("eid"))],
      ["SIM id", mono("id")],
      ["Status", status("sim")],
      ["IMSI", mono("imsi")],
      ["MSISDN", mono("msisdn")],
    ],
    "Belongs to": [
      ["Endpoint", link("endpoint", "endpoint", none("not assigned to an endpoint"))],
      ["Customer", link("customer_org", "organisation", none("no customer"))],
      ["Reseller", optional(link("reseller_org", "organisation", unknown))],
      ["Issuer", link("issuer_org", "organisation", unknown)],
    ],
    "The card": [
      ["Model", named("model")],
      ["Produced", date("production_date")],
      ["Activated", optional(date("activation_date"))],
    ],
  },
  imsi: {
    Identity: [
      ["IMSI", mono("imsi")],
      ["IMSI id", mono("id")],
      ["Status", status("imsi")],
      ["Kind", named("type")],
    ],
    "Belongs to": [
      ["SIM", link("sim", "sim", none("on no SIM"), "iccid")],
      ["Pool", named("imsi_pool")],
      ["Imported", date("import_date")],
    ],
  },
  organisation: {
    Identity: [
      ["Name", text("name", "no name")],
      ["Organisation id", mono("id")],
      ["Status", status("organisation")],
      ["Reference", mono("ext_reference")],
    ],
    Account: [
      ["Kind", named("type")],
      ["Class", named("class")],
      ["Country", named("country")],
      ["Monthly limit", money],
      ["Created", date("created")],
    ],
  },
  user: {
    Identity: [
      ["Name", text("name", "no name")],
      ["User name", mono("username")],
      ["User id", mono("id")],
      ["Status", status("user")],
      ["Roles", roles],
    ],
    "Belongs to": [
      ["Organisation", link("organisation", "organisation", unknown)],
      ["Created", date("created")],
    ],
  },
  tariff_plan: {
    Identity: [
      ["Name", text("name", "no name")],
      ["Tariff plan id", mono("id")],
      ["Status", status("tariff_plan")],
      ["Description", text("description")],
      ["Notes", text("notes")],
    ],
    Terms: [
      ["Rate", text("rate")],
      ["Yearly rate", optional(text("yearly_rate"))],
      ["SIM activation fee", optional(text("sim_activation_fee"))],
      ["Currency", named("currency")],
      ["Most active SIMs", optional(text("max_active_sims", "no limit"))],
      ["Used by", optional(text("used_count"))],
    ],
  },
};

/** The lines of a record, by heading; lines that would say nothing are left out. */
export function fieldsOf(collection: Collection, record: JsonRecord): readonly FieldGroup[] {
  return Object.entries(layouts[collection]).map(([title, lines]) => ({
    title,
    lines: lines.flatMap(([label, read]) => {
      const value = read(record);
      return value === undefined ? [] : [{ label, value }];
    }),
  }));
}

/** What a value is as text, for the clipboard; undefined where there is nothing to copy. */
export function copyOf(value: FieldValue): string | undefined {
  switch (value.kind) {
    case "text":
    case "mono":
    case "date":
      return value.text;
    case "named":
    case "place":
      return value.name ?? value.id;
    case "link":
      return value.text ?? value.to.id;
    case "status":
      return value.status.tone === "unknown" ? undefined : value.status.text;
    case "tags":
      return value.tags.join(",");
    case "none":
    case "unknown":
      return undefined;
  }
}
