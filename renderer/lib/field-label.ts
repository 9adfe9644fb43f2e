/** Labels of record fields: in the filter, and on their own in lists of changes. */
import { t } from "#shared/texts/text.ts";
import { capitalized } from "./records.ts";

const fieldLabels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    id: t(($) => $.shell.filter.fields.id),
    name: t(($) => $.shell.filter.fields.name),
    tags: t(($) => $.shell.filter.fields.tags),
    ip_address: t(($) => $.shell.filter.fields.ip_address),
    imei: t(($) => $.shell.filter.fields.imei),
    iccid: t(($) => $.shell.filter.fields.iccid),
    iccid_with_luhn: t(($) => $.shell.filter.fields.iccid_with_luhn),
    imsi: t(($) => $.shell.filter.fields.imsi),
    msisdn: t(($) => $.shell.filter.fields.msisdn),
    status: t(($) => $.shell.filter.fields.status),
    sim_status: t(($) => $.shell.filter.fields.sim_status),
    service_profile: t(($) => $.shell.filter.fields.service_profile),
    tariff_profile: t(($) => $.shell.filter.fields.tariff_profile),
    created: t(($) => $.shell.filter.fields.created),
    last_updated: t(($) => $.shell.filter.fields.last_updated),
    endpoint: t(($) => $.shell.filter.fields.endpoint),
    issuer_org: t(($) => $.shell.filter.fields.issuer_org),
    reseller_org: t(($) => $.shell.filter.fields.reseller_org),
    customer_org: t(($) => $.shell.filter.fields.customer_org),
    production_date: t(($) => $.shell.filter.fields.production_date),
    model: t(($) => $.shell.filter.fields.model),
    digits: t(($) => $.shell.filter.fields.digits),
    ext_reference: t(($) => $.shell.filter.fields.ext_reference),
    username: t(($) => $.shell.filter.fields.username),
    organisation: t(($) => $.shell.filter.fields.organisation),
    notes: t(($) => $.shell.filter.fields.notes),
    description: t(($) => $.shell.filter.fields.description),
    severity: t(($) => $.shell.filter.fields.severity),
    source: t(($) => $.shell.filter.fields.source),
    type: t(($) => $.shell.filter.fields.type),
    from: t(($) => $.shell.filter.fields.from),
    until: t(($) => $.shell.filter.fields.until),
    alert: t(($) => $.shell.filter.fields.alert),
    user: t(($) => $.shell.filter.fields.user),
    timestamp: t(($) => $.shell.filter.fields.timestamp),
    network: t(($) => $.shell.filter.fields.network),
    rat: t(($) => $.shell.filter.fields.rat),
    country: t(($) => $.shell.filter.fields.country),
  }),
);

/** Label of a field: "service_profile" → "service profile". */
export function fieldWord(name: string): string {
  return fieldLabels.get(name) ?? name.replaceAll("_", " ");
}

/** Fields that can't be filtered by, and so have no label in the filter. */
const labels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sim: t(($) => $.fleet.record.sim),
    eid: t(($) => $.fleet.record.eid),
    imei_lock: t(($) => $.fleet.record.imeiLock),
    ip_address_space: t(($) => $.fleet.record.ipAddressSpace),
    imsi_pool: t(($) => $.fleet.record.pool),
    import_date: t(($) => $.fleet.record.imported),
    activation_date: t(($) => $.fleet.record.activated),
    class: t(($) => $.fleet.record.class),
    monthly_cost_limit: t(($) => $.fleet.record.monthlyLimit),
    currency: t(($) => $.fleet.record.currency),
    roles: t(($) => $.fleet.record.roles),
    rate: t(($) => $.fleet.record.rate),
    yearly_rate: t(($) => $.fleet.record.yearlyRate),
    sim_activation_fee: t(($) => $.fleet.record.simActivationFee),
    max_active_sims: t(($) => $.fleet.record.maxActiveSims),
    used_count: t(($) => $.fleet.record.usedBy),
  }),
);

/** "service_profile.name" → "Service profile · Name"; a label stays as it is. */
export function fieldLabel(path: string): string {
  return path
    .split(".")
    .map((name) => labels.get(name) ?? capitalized(fieldWord(name)))
    .join(" · ");
}
