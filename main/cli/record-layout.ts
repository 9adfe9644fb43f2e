/** Lines of a record, with the same headings and labels as the detail in the window. */
import { t } from "./text.ts";
import type { Collection } from "#contract/fleet.ts";

/** Format of a value: unchanged (an object with its id), yes or no, or an amount in the record's currency. */
export type LineKind = "plain" | "flag" | "money";

export interface RecordLine {
  readonly label: string;
  readonly path: string;
  readonly kind: LineKind;
  /** Text for an empty field. */
  readonly empty: string;
  /** Text for a field that the service does not send; "unknown" if absence has no meaning. */
  readonly absent: string;
  /** The line is omitted if the service does not send the field. */
  readonly optional: boolean;
  /** The line is omitted if the record has nothing at this path. */
  readonly within: string | undefined;
}

type Extras = Partial<Omit<RecordLine, "label" | "path">>;

const line = (label: string, path: string, extras: Extras = {}): RecordLine => ({
  label,
  path,
  kind: "plain",
  empty: t(($) => $.common.none),
  absent: t(($) => $.common.unknown),
  optional: false,
  within: undefined,
  ...extras,
});
const maybe: Extras = { optional: true };
const ofSim: Extras = { within: "sim" };
const whenEmpty = (text: string): Extras => ({ empty: text, absent: text });

/** By heading, in display order. */
export const recordLayout: Readonly<Record<Collection, Readonly<Record<string, readonly RecordLine[]>>>> = {
  endpoint: {
    [t(($) => $.fleet.record.groups.identity)]: [
      line(
        t(($) => $.fleet.record.name),
        "name",
        { empty: t(($) => $.fleet.record.noName) },
      ),
      line(
        t(($) => $.fleet.record.endpointId),
        "id",
      ),
      line(
        t(($) => $.fleet.record.status),
        "status",
      ),
      line(
        t(($) => $.fleet.record.tags),
        "tags",
        whenEmpty(t(($) => $.fleet.record.noTags)),
      ),
    ],
    [t(($) => $.fleet.record.groups.simAndDevice)]: [
      line(
        t(($) => $.fleet.record.sim),
        "sim",
        whenEmpty(t(($) => $.fleet.record.noSim)),
      ),
      line(
        t(($) => $.fleet.record.simStatus),
        "sim.status",
        ofSim,
      ),
      line(
        t(($) => $.fleet.record.iccidWithCheckDigit),
        "sim.iccid_with_luhn",
        { ...ofSim, ...maybe },
      ),
      line(
        t(($) => $.fleet.record.imsi),
        "sim.imsi",
        ofSim,
      ),
      line(
        t(($) => $.fleet.record.msisdn),
        "sim.msisdn",
        ofSim,
      ),
      line(
        t(($) => $.fleet.record.eid),
        "sim.eid",
        { ...ofSim, ...maybe },
      ),
      line(
        t(($) => $.fleet.record.imei),
        "imei",
        { empty: t(($) => $.fleet.record.imeiNotReported) },
      ),
      line(
        t(($) => $.fleet.record.imeiLock),
        "imei_lock",
        { kind: "flag", ...maybe },
      ),
    ],
    [t(($) => $.fleet.record.groups.service)]: [
      line(
        t(($) => $.fleet.record.serviceProfile),
        "service_profile",
      ),
      line(
        t(($) => $.fleet.record.tariffProfile),
        "tariff_profile",
      ),
      line(
        t(($) => $.fleet.record.ipAddress),
        "ip_address",
        { empty: t(($) => $.fleet.record.ipNotAssigned) },
      ),
      line(
        t(($) => $.fleet.record.ipAddressSpace),
        "ip_address_space",
        maybe,
      ),
    ],
    [t(($) => $.fleet.record.groups.timestamps)]: [
      line(
        t(($) => $.fleet.record.created),
        "created",
      ),
      line(
        t(($) => $.fleet.record.lastUpdated),
        "last_updated",
      ),
    ],
  },
  sim: {
    [t(($) => $.fleet.record.groups.identity)]: [
      line(
        t(($) => $.fleet.record.iccid),
        "iccid",
      ),
      line(
        t(($) => $.fleet.record.iccidWithCheckDigit),
        "iccid_with_luhn",
        maybe,
      ),
      line(
        t(($) => $.fleet.record.eid),
        "eid",
        maybe,
      ),
      line(
        t(($) => $.fleet.record.simId),
        "id",
      ),
      line(
        t(($) => $.fleet.record.status),
        "status",
      ),
      line(
        t(($) => $.fleet.record.imsi),
        "imsi",
      ),
      line(
        t(($) => $.fleet.record.msisdn),
        "msisdn",
      ),
    ],
    [t(($) => $.fleet.record.groups.assignment)]: [
      line(
        t(($) => $.fleet.record.endpoint),
        "endpoint",
        whenEmpty(t(($) => $.fleet.record.notAssigned)),
      ),
      line(
        t(($) => $.fleet.record.customer),
        "customer_org",
        whenEmpty(t(($) => $.fleet.record.noCustomer)),
      ),
      line(
        t(($) => $.fleet.record.reseller),
        "reseller_org",
        maybe,
      ),
      line(
        t(($) => $.fleet.record.issuer),
        "issuer_org",
      ),
    ],
    [t(($) => $.fleet.record.groups.card)]: [
      line(
        t(($) => $.fleet.record.model),
        "model",
      ),
      line(
        t(($) => $.fleet.record.produced),
        "production_date",
      ),
      line(
        t(($) => $.fleet.record.activated),
        "activation_date",
        maybe,
      ),
    ],
  },
  imsi: {
    [t(($) => $.fleet.record.groups.identity)]: [
      line(
        t(($) => $.fleet.record.imsi),
        "imsi",
      ),
      line(
        t(($) => $.fleet.record.imsiId),
        "id",
      ),
      line(
        t(($) => $.fleet.record.status),
        "status",
      ),
      line(
        t(($) => $.fleet.record.type),
        "type",
      ),
    ],
    [t(($) => $.fleet.record.groups.assignment)]: [
      line(
        t(($) => $.fleet.record.sim),
        "sim",
        whenEmpty(t(($) => $.fleet.record.noSim)),
      ),
      line(
        t(($) => $.fleet.record.pool),
        "imsi_pool",
      ),
      line(
        t(($) => $.fleet.record.imported),
        "import_date",
      ),
    ],
  },
  organisation: {
    [t(($) => $.fleet.record.groups.identity)]: [
      line(
        t(($) => $.fleet.record.name),
        "name",
        { empty: t(($) => $.fleet.record.noName) },
      ),
      line(
        t(($) => $.fleet.record.organisationId),
        "id",
      ),
      line(
        t(($) => $.fleet.record.status),
        "status",
      ),
      line(
        t(($) => $.fleet.record.reference),
        "ext_reference",
      ),
    ],
    [t(($) => $.fleet.record.groups.account)]: [
      line(
        t(($) => $.fleet.record.type),
        "type",
      ),
      line(
        t(($) => $.fleet.record.class),
        "class",
      ),
      line(
        t(($) => $.fleet.record.country),
        "country",
      ),
      line(
        t(($) => $.fleet.record.monthlyLimit),
        "monthly_cost_limit",
        { kind: "money", empty: t(($) => $.fleet.record.noLimit) },
      ),
      line(
        t(($) => $.fleet.record.created),
        "created",
      ),
    ],
  },
  user: {
    [t(($) => $.fleet.record.groups.identity)]: [
      line(
        t(($) => $.fleet.record.name),
        "name",
        { empty: t(($) => $.fleet.record.noName) },
      ),
      line(
        t(($) => $.fleet.record.username),
        "username",
      ),
      line(
        t(($) => $.fleet.record.userId),
        "id",
      ),
      line(
        t(($) => $.fleet.record.status),
        "status",
      ),
      line(
        t(($) => $.fleet.record.roles),
        "roles",
        { empty: t(($) => $.fleet.record.noRoles) },
      ),
    ],
    [t(($) => $.fleet.record.groups.assignment)]: [
      line(
        t(($) => $.fleet.record.organisation),
        "organisation",
      ),
      line(
        t(($) => $.fleet.record.created),
        "created",
      ),
    ],
  },
  tariff_plan: {
    [t(($) => $.fleet.record.groups.identity)]: [
      line(
        t(($) => $.fleet.record.name),
        "name",
        { empty: t(($) => $.fleet.record.noName) },
      ),
      line(
        t(($) => $.fleet.record.tariffPlanId),
        "id",
      ),
      line(
        t(($) => $.fleet.record.status),
        "status",
      ),
      line(
        t(($) => $.fleet.record.description),
        "description",
      ),
      line(
        t(($) => $.fleet.record.notes),
        "notes",
      ),
    ],
    [t(($) => $.fleet.record.groups.terms)]: [
      line(
        t(($) => $.fleet.record.rate),
        "rate",
      ),
      line(
        t(($) => $.fleet.record.yearlyRate),
        "yearly_rate",
        maybe,
      ),
      line(
        t(($) => $.fleet.record.simActivationFee),
        "sim_activation_fee",
        maybe,
      ),
      line(
        t(($) => $.fleet.record.currency),
        "currency",
      ),
      line(
        t(($) => $.fleet.record.maxActiveSims),
        "max_active_sims",
        { empty: t(($) => $.fleet.record.noLimit), ...maybe },
      ),
      line(
        t(($) => $.fleet.record.usedBy),
        "used_count",
        maybe,
      ),
    ],
  },
};
