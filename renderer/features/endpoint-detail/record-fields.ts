/** The fields of a record as labelled lines: selection, order, and the meaning of each missing field. */
import { t } from "#shared/texts/text.ts";
import type { Collection } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { type RecordKey, type Status, statusFrom, textAt, valueAt } from "../../lib/records.ts";
import type { Address } from "../../lib/address.ts";
import { parseServiceDate } from "../../lib/service-date.ts";

export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  /** A number or identifier, in a monospaced font. */
  | { readonly kind: "mono"; readonly text: string }
  /** A reference with a name and an id; the name if the service reports one. */
  | { readonly kind: "named"; readonly name: string | undefined; readonly id: string | undefined }
  /** The same, with a link to its page. */
  | { readonly kind: "place"; readonly name: string | undefined; readonly id: string; readonly address: Address }
  | { readonly kind: "link"; readonly to: RecordKey; readonly text: string | undefined; readonly mono: boolean }
  | { readonly kind: "status"; readonly status: Status }
  | { readonly kind: "tags"; readonly tags: readonly string[] }
  | { readonly kind: "date"; readonly at: number; readonly text: string }
  /** Known to be absent; the text says so, for example "No SIM". */
  | { readonly kind: "none"; readonly text: string }
  /** Not reported by the service. */
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

/** A present but empty field means "none"; a missing one means unknown, unless `absent` defines its meaning. */
function orElse(record: JsonRecord, path: string, empty: string, absent: FieldValue): FieldValue {
  return valueAt(record, path) === undefined ? absent : none(empty);
}

const textField =
  (path: string, kind: "text" | "mono", empty: string = t(($) => $.common.none), absent: FieldValue = unknown): Read =>
  (record) => {
    const text = textAt(record, path);
    return text === undefined ? orElse(record, path, empty, absent) : { kind, text };
  };
const text = (path: string, empty?: string): Read => textField(path, "text", empty);
const mono = (path: string, empty?: string): Read => textField(path, "mono", empty);

/** Omitted if the service does not send it. */
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
    if (written === undefined)
      return orElse(
        record,
        path,
        t(($) => $.common.none),
        unknown,
      );
    const at = parseServiceDate(written);
    return at === undefined ? { kind: "mono", text: written } : { kind: "date", at, text: written };
  };

const status =
  (collection: Collection, path = "status"): Read =>
  (record) => ({ kind: "status", status: statusFrom(collection, valueAt(record, path)) });

const tags: Read = (record) => {
  const written = textAt(record, "tags");
  if (written === undefined)
    return orElse(
      record,
      "tags",
      t(($) => $.fleet.record.noTags),
      none(t(($) => $.fleet.record.noTags)),
    );
  const entries = written.split(",").map((tag) => tag.trim());
  return { kind: "tags", tags: entries.filter((tag) => tag !== "") };
};

const named =
  (path: string, empty: string = t(($) => $.common.none)): Read =>
  (record) => {
    const called = ["name", "description", "code"].map((field) => textAt(record, `${path}.${field}`));
    const [name, id] = [called.find((one) => one !== undefined), idAt(record, path)];
    return name === undefined && id === undefined ? orElse(record, path, empty, unknown) : { kind: "named", name, id };
  };

/** A service profile links to the network page. */
const serviceProfile: Read = (record) => {
  const value = named("service_profile")(record);
  if (value?.kind !== "named" || value.id === undefined) return value;
  const { name, id } = value;
  return { kind: "place", name, id, address: { path: ["network", "profiles"], query: { profile: id } } };
};

/** A link to a record; `absent` is the meaning of a missing reference. */
const link =
  (path: string, collection: Collection, absent: FieldValue, label = "name"): Read =>
  (record) => {
    const id = idAt(record, path);
    if (id === undefined)
      return valueAt(record, path) === null
        ? none(absent.kind === "none" ? absent.text : t(($) => $.common.none))
        : absent;
    return { kind: "link", to: { collection, id }, text: textAt(record, `${path}.${label}`), mono: label !== "name" };
  };

const yesNo =
  (path: string, yes: string, no: string): Read =>
  (record) => {
    const value = valueAt(record, path);
    if (value === undefined || value === null) return undefined;
    return { kind: "text", text: [true, 1, "1", "true"].includes(value as never) ? yes : no };
  };

/** SIM fields of an endpoint without a SIM are replaced by one line. */
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
  if (amount === undefined)
    return orElse(
      record,
      "monthly_cost_limit",
      t(($) => $.fleet.record.noLimit),
      unknown,
    );
  return {
    kind: "text",
    text: [amount, textAt(record, "currency.code")].filter((part) => part !== undefined).join(" "),
  };
};

const roles: Read = (record) => {
  const value = valueAt(record, "roles");
  if (!Array.isArray(value))
    return orElse(
      record,
      "roles",
      t(($) => $.fleet.record.noRoles),
      unknown,
    );
  const names = value.map((role) => textAt(role as JsonRecord, "name") ?? textAt(role as JsonRecord, "id"));
  const roleNames = names.filter((name) => name !== undefined);
  return roleNames.length === 0 ? none(t(($) => $.fleet.record.noRoles)) : { kind: "tags", tags: roleNames };
};

const layouts: Readonly<Record<Collection, Readonly<Record<string, readonly Line[]>>>> = {
  endpoint: {
    [t(($) => $.fleet.record.groups.identity)]: [
      [
        t(($) => $.fleet.record.name),
        text(
          "name",
          t(($) => $.fleet.record.noName),
        ),
      ],
      [t(($) => $.fleet.record.endpointId), mono("id")],
      [t(($) => $.fleet.record.status), status("endpoint")],
      [t(($) => $.fleet.record.tags), tags],
    ],
    [t(($) => $.fleet.record.groups.simAndDevice)]: [
      [t(($) => $.fleet.record.sim), link("sim", "sim", none(t(($) => $.fleet.record.noSim)), "iccid")],
      [t(($) => $.fleet.record.simStatus), ofSim(status("sim", "sim.status"))],
      [t(($) => $.fleet.record.iccidWithCheckDigit), ofSim(optional(mono("sim.iccid_with_luhn")))],
      [t(($) => $.fleet.record.imsi), ofSim(mono("sim.imsi"))],
      [t(($) => $.fleet.record.msisdn), ofSim(mono("sim.msisdn"))],
      [t(($) => $.fleet.record.eid), ofSim(optional(mono("sim.eid")))],
      [
        t(($) => $.fleet.record.imei),
        mono(
          "imei",
          t(($) => $.fleet.record.imeiNotReported),
        ),
      ],
      [
        t(($) => $.fleet.record.imeiLock),
        yesNo(
          "imei_lock",
          t(($) => $.fleet.record.imeiLocked),
          t(($) => $.fleet.record.imeiNotLocked),
        ),
      ],
    ],
    [t(($) => $.fleet.record.groups.service)]: [
      [t(($) => $.fleet.record.serviceProfile), serviceProfile],
      [t(($) => $.fleet.record.tariffProfile), named("tariff_profile")],
      [
        t(($) => $.fleet.record.ipAddress),
        mono(
          "ip_address",
          t(($) => $.fleet.record.ipNotAssigned),
        ),
      ],
      [t(($) => $.fleet.record.ipAddressSpace), optional(named("ip_address_space"))],
    ],
    [t(($) => $.fleet.record.groups.timestamps)]: [
      [t(($) => $.fleet.record.created), date("created")],
      [t(($) => $.fleet.record.lastUpdated), date("last_updated")],
    ],
  },
  sim: {
    [t(($) => $.fleet.record.groups.identity)]: [
      [t(($) => $.fleet.record.iccid), mono("iccid")],
      [t(($) => $.fleet.record.iccidWithCheckDigit), optional(mono("iccid_with_luhn"))],
      [t(($) => $.fleet.record.eid), optional(mono("eid"))],
      [t(($) => $.fleet.record.simId), mono("id")],
      [t(($) => $.fleet.record.status), status("sim")],
      [t(($) => $.fleet.record.imsi), mono("imsi")],
      [t(($) => $.fleet.record.msisdn), mono("msisdn")],
    ],
    [t(($) => $.fleet.record.groups.assignment)]: [
      [t(($) => $.fleet.record.endpoint), link("endpoint", "endpoint", none(t(($) => $.fleet.record.notAssigned)))],
      [
        t(($) => $.fleet.record.customer),
        link("customer_org", "organisation", none(t(($) => $.fleet.record.noCustomer))),
      ],
      [t(($) => $.fleet.record.reseller), optional(link("reseller_org", "organisation", unknown))],
      [t(($) => $.fleet.record.issuer), link("issuer_org", "organisation", unknown)],
    ],
    [t(($) => $.fleet.record.groups.card)]: [
      [t(($) => $.fleet.record.model), named("model")],
      [t(($) => $.fleet.record.produced), date("production_date")],
      [t(($) => $.fleet.record.activated), optional(date("activation_date"))],
    ],
  },
  imsi: {
    [t(($) => $.fleet.record.groups.identity)]: [
      [t(($) => $.fleet.record.imsi), mono("imsi")],
      [t(($) => $.fleet.record.imsiId), mono("id")],
      [t(($) => $.fleet.record.status), status("imsi")],
      [t(($) => $.fleet.record.type), named("type")],
    ],
    [t(($) => $.fleet.record.groups.assignment)]: [
      [t(($) => $.fleet.record.sim), link("sim", "sim", none(t(($) => $.fleet.record.noSim)), "iccid")],
      [t(($) => $.fleet.record.pool), named("imsi_pool")],
      [t(($) => $.fleet.record.imported), date("import_date")],
    ],
  },
  organisation: {
    [t(($) => $.fleet.record.groups.identity)]: [
      [
        t(($) => $.fleet.record.name),
        text(
          "name",
          t(($) => $.fleet.record.noName),
        ),
      ],
      [t(($) => $.fleet.record.organisationId), mono("id")],
      [t(($) => $.fleet.record.status), status("organisation")],
      [t(($) => $.fleet.record.reference), mono("ext_reference")],
    ],
    [t(($) => $.fleet.record.groups.account)]: [
      [t(($) => $.fleet.record.type), named("type")],
      [t(($) => $.fleet.record.class), named("class")],
      [t(($) => $.fleet.record.country), named("country")],
      [t(($) => $.fleet.record.monthlyLimit), money],
      [t(($) => $.fleet.record.created), date("created")],
    ],
  },
  user: {
    [t(($) => $.fleet.record.groups.identity)]: [
      [
        t(($) => $.fleet.record.name),
        text(
          "name",
          t(($) => $.fleet.record.noName),
        ),
      ],
      [t(($) => $.fleet.record.username), mono("username")],
      [t(($) => $.fleet.record.userId), mono("id")],
      [t(($) => $.fleet.record.status), status("user")],
      [t(($) => $.fleet.record.roles), roles],
    ],
    [t(($) => $.fleet.record.groups.assignment)]: [
      [t(($) => $.fleet.record.organisation), link("organisation", "organisation", unknown)],
      [t(($) => $.fleet.record.created), date("created")],
    ],
  },
  tariff_plan: {
    [t(($) => $.fleet.record.groups.identity)]: [
      [
        t(($) => $.fleet.record.name),
        text(
          "name",
          t(($) => $.fleet.record.noName),
        ),
      ],
      [t(($) => $.fleet.record.tariffPlanId), mono("id")],
      [t(($) => $.fleet.record.status), status("tariff_plan")],
      [t(($) => $.fleet.record.description), text("description")],
      [t(($) => $.fleet.record.notes), text("notes")],
    ],
    [t(($) => $.fleet.record.groups.terms)]: [
      [t(($) => $.fleet.record.rate), text("rate")],
      [t(($) => $.fleet.record.yearlyRate), optional(text("yearly_rate"))],
      [t(($) => $.fleet.record.simActivationFee), optional(text("sim_activation_fee"))],
      [t(($) => $.fleet.record.currency), named("currency")],
      [
        t(($) => $.fleet.record.maxActiveSims),
        optional(
          text(
            "max_active_sims",
            t(($) => $.fleet.record.noLimit),
          ),
        ),
      ],
      [t(($) => $.fleet.record.usedBy), optional(text("used_count"))],
    ],
  },
};

/** The fields of a record, grouped by heading; lines without content are omitted. */
export function fieldsOf(collection: Collection, record: JsonRecord): readonly FieldGroup[] {
  return Object.entries(layouts[collection]).map(([title, lines]) => ({
    title,
    lines: lines.flatMap(([label, read]) => {
      const value = read(record);
      return value === undefined ? [] : [{ label, value }];
    }),
  }));
}

/** A value as text for the clipboard; undefined if there is nothing to copy. */
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
