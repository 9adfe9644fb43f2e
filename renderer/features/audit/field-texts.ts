/** Labels and values of the fields that a change recorded. Pure. */
import { t } from "#shared/texts/text.ts";
import { formatDateTime, formatNumber } from "#shared/format.ts";
import { fieldLabel } from "../../lib/field-label.ts";

const labels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    quota: t(($) => $.quotas.field.quota),
    expires: t(($) => $.quotas.field.expires),
    whenUsedUp: t(($) => $.quotas.field.onExhaustion),
    bitsPerSecond: t(($) => $.audit.fields.labels.throttleRate),
    autoRefill: t(($) => $.quotas.field.autoRefill),
    thresholdPercent: t(($) => $.quotas.form.threshold),
    from: t(($) => $.audit.fields.labels.senderNumber),
    characters: t(($) => $.audit.fields.labels.characters),
    campaign: t(($) => $.campaigns.campaign),
    row: t(($) => $.campaigns.recipients.row),
    sms: t(($) => $.campaigns.recipients.smsId),
    dns: t(($) => $.audit.targetKinds.dnsConfiguration),
    api_callback: t(($) => $.audit.targetKinds.apiCallback),
    primary: t(($) => $.audit.fields.labels.primaryServer),
    secondary: t(($) => $.audit.fields.labels.secondaryServer),
    url: t(($) => $.audit.fields.labels.url),
    purpose: t(($) => $.audit.fields.labels.purpose),
    stream_historic_data: t(($) => $.audit.fields.labels.historicData),
    data_stream_type: t(($) => $.audit.fields.labels.content),
    api_type: t(($) => $.audit.fields.labels.destination),
    api_username: t(($) => $.audit.fields.labels.role),
    api_parameter: t(($) => $.audit.fields.labels.target),
  }),
);

/** Texts of the network pages are loaded after the first paint. */
const features: Readonly<Record<string, () => string>> = {
  allowed_3g: () => t(($) => $.network.profile.feature.allowed3g),
  allowed_4g: () => t(($) => $.network.profile.feature.allowed4g),
  allowed_nb_iot: () => t(($) => $.network.profile.feature.allowedNbIot),
  apply_data_quota: () => t(($) => $.network.profile.feature.applyDataQuota),
  apply_sms_quota: () => t(($) => $.network.profile.feature.applySmsQuota),
  retail: () => t(($) => $.network.profile.feature.retail),
  sms_p2p_int: () => t(($) => $.network.profile.feature.smsInternal),
  sms_p2p_ext: () => t(($) => $.network.profile.feature.smsExternal),
  nipdp: () => t(($) => $.network.profile.feature.nonIpData),
};

/** `apiPath`: of the request, since the unit of a volume depends on the kind of the quota. */
export function recordedLabel(field: string, apiPath: string): string {
  if (field === "volume") {
    return apiPath.includes("sms") ? t(($) => $.quotas.form.remainingSms) : t(($) => $.quotas.form.remainingData);
  }
  const [name = "", ...inner] = field.split(".");
  const label = features[name]?.() ?? labels.get(name);
  return label === undefined ? fieldLabel(field) : [label, ...inner.map(fieldLabel)].join(" · ");
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export function recordedValue(field: string, value: string): string {
  if (isoTime.test(value)) return formatDateTime(Date.parse(value));
  if (field === "bitsPerSecond" && /^\d+$/.test(value)) return formatNumber(Number(value) / 1000);
  if (field === "autoRefill" || field === "stream_historic_data" || features[field] !== undefined) {
    if (["true", "1"].includes(value)) return t(($) => $.common.on);
    if (["false", "0"].includes(value)) return t(($) => $.common.off);
  }
  if (field === "whenUsedUp" && value === "block") return t(($) => $.quotas.value.block);
  if (field === "whenUsedUp" && value === "throttle") return t(($) => $.audit.fields.throttle);
  return value === "none" && ["quota", "dns", "api_callback"].includes(field) ? t(($) => $.common.none) : value;
}
