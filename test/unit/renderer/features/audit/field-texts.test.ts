import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { recordedLabel, recordedValue } from "../../../../../renderer/features/audit/field-texts.ts";
import { formatDateTime } from "#shared/format.ts";

test("a volume is labelled in the unit of its quota, and unknown fields by their name", () => {
  expect(recordedLabel("volume", "/endpoint/7/quota/data")).toBe(t(($) => $.quotas.form.remainingData));
  expect(recordedLabel("volume", "/endpoint/7/quota/sms")).toBe(t(($) => $.quotas.form.remainingSms));
  expect(recordedLabel("api_type.id", "/data_stream")).toBe(`${t(($) => $.audit.fields.labels.destination)} · ID`);
  expect(recordedLabel("nipdp", "/service_profile")).toBe(t(($) => $.network.profile.feature.nonIpData));
  expect(recordedLabel("not_known", "/service_profile")).toBe("Not known");
});

test("times, switches and choices are shown as on the pages, other values as they are", () => {
  expect(recordedValue("expires", "2031-12-31T12:00:00.000Z")).toBe(formatDateTime(Date.UTC(2031, 11, 31, 12)));
  expect(recordedValue("autoRefill", "false")).toBe(t(($) => $.common.off));
  expect(recordedValue("allowed_4g", "1")).toBe(t(($) => $.common.on));
  expect(recordedValue("whenUsedUp", "block")).toBe(t(($) => $.quotas.value.block));
  expect(recordedValue("bitsPerSecond", "64000")).toBe("64");
  expect(recordedValue("dns", "none")).toBe(t(($) => $.common.none));
  expect(recordedValue("name", "none")).toBe("none");
});
