import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { fieldLabel } from "../../../../renderer/lib/field-label.ts";

test("a path is labelled part by part, and a label stays as it is", () => {
  expect(fieldLabel("ip_address")).toBe(t(($) => $.fleet.record.ipAddress));
  expect(fieldLabel("sim.iccid")).toBe(`${t(($) => $.fleet.record.sim)} · ${t(($) => $.fleet.record.iccid)}`);
  expect(fieldLabel(t(($) => $.quotas.field.percent))).toBe(t(($) => $.quotas.field.percent));
  expect(fieldLabel("not_known_yet")).toBe("Not known yet");
});
