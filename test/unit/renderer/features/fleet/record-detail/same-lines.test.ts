/** The window and the command line show the same fields of a record. */
import { recordFields } from "#shared/records/fields.ts";
import { collections } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { linesOfRecord } from "../../../../../../main/cli/features/fleet/record-lines.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { fieldsOf } from "../../../../../../renderer/features/fleet/record-detail/record-fields.ts";

const bare: JsonRecord = { id: 7 };
const thing = { id: 1, name: "one", iccid: "89" };
const fields = ["name", "tags", "imei", "imei_lock", "service_profile", "tariff_profile", "ip_address"]
  .concat(["ip_address_space", "created", "last_updated", "iccid", "iccid_with_luhn", "eid", "imsi", "msisdn"])
  .concat(["endpoint", "customer_org", "reseller_org", "issuer_org", "model", "production_date", "activation_date"])
  .concat(["imsi_pool", "import_date", "type", "class", "country", "ext_reference", "monthly_cost_limit", "currency"])
  .concat(["username", "organisation", "description", "notes", "rate", "yearly_rate", "sim_activation_fee"])
  .concat(["max_active_sims", "used_count"]);
const full: JsonRecord = {
  ...Object.fromEntries(fields.map((field) => [field, thing])),
  status: { id: 1, description: "x" },
  sim: { ...thing, iccid_with_luhn: "890", eid: "9", imsi: "1", msisdn: "2", status: { id: 1 } },
  roles: [{ id: 1, name: "Administrator" }],
};
const empty: JsonRecord = { ...Object.fromEntries([...fields, "sim", "roles"].map((field) => [field, null])), id: 7 };

const shape = (groups: readonly { title: string; lines: readonly { label: string }[] }[]): unknown =>
  groups.map(({ title, lines }) => [title, lines.map(({ label }) => label)]);

test.each(
  collections.flatMap((collection) =>
    [["full", full] as const, ["bare", bare] as const].map(([name, record]) => [collection, name, record] as const),
  ),
)("%s, %s: same headings with the same lines", (collection, _name, record) => {
  expect(shape(linesOfRecord(recordFields[collection], record))).toEqual(shape(fieldsOf(collection, record)));
});

test.each(collections)("%s: agrees on unknown and on none", (collection) => {
  for (const record of [bare, empty]) {
    const inWindow = fieldsOf(collection, record).flatMap(({ lines }) => lines);
    const inText = new Map(
      linesOfRecord(recordFields[collection], record).flatMap(({ lines }) =>
        lines.map((line) => [line.label, line.text]),
      ),
    );
    for (const { label, value } of inWindow) {
      if (value.kind === "none") expect([label, inText.get(label)]).toEqual([label, value.text]);
      if (value.kind === "unknown") expect([label, inText.get(label)]).toEqual([label, t(($) => $.common.unknown)]);
    }
  }
});
