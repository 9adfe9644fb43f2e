/** A customer's file or a pasted text for the standing list is read as a suppression file is; what cannot be read adds nobody. */
import { expect, it } from "vitest";
import { openCore, type Core } from "../../make/core.ts";

async function simOf(core: Core, id: string): Promise<string> {
  const { record } = await core.client.fleet.get({ collection: "endpoint", id });
  return (record["sim"] as { readonly iccid: string }).iccid;
}

it("takes the columns of a known name of a table, and says whom they name", async () => {
  await using core = await openCore();
  const iccids = [await simOf(core, "70002"), await simOf(core, "70003"), "8944500000000000000"];
  const text = `Serial;ICCID\r\n${iccids.map((iccid, index) => `S-${index};${iccid}`).join("\r\n")}\r\n`;
  expect(await core.client.suppression.add({ text, textName: "customer.csv" })).toEqual({
    added: 3,
    named: 2,
    nobody: 1,
    nobodyFirst: ["8944500000000000000"],
  });
  const { entries } = await core.client.suppression.list({});
  expect(entries.map(({ value }) => value).toSorted()).toEqual(iccids.toSorted());
  expect(entries.flatMap(({ endpoint }) => endpoint ?? []).toSorted()).toEqual(["70002", "70003"]);
  expect(await core.client.suppression.remove({ text, textName: "customer.csv" })).toEqual({ removed: 3 });
});

it("takes one value per line, and several on one line alone", async () => {
  await using core = await openCore();
  expect(await core.client.suppression.add({ text: "70002, 70003" })).toMatchObject({ added: 2, named: 2 });
  expect(await core.client.suppression.add({ text: "# seen today\n70004\n\n70005\n" })).toMatchObject({ added: 2 });
});

it.each([
  ["70002\nS-1;8944500000000000001\n", "suppression-damaged", 'Row 2 ("S-1;8944500000000000001") cannot be used'],
  ["iccid\n8,94902E+18\n", "csv-malformed", "Row 2"],
  ["Serial;ICCID\nS-1;8,94902E+18\n", "suppression-damaged", "Row 2 of customer.csv cannot be used"],
  ["Serial;Customer\nS-1;ACME\n", "identifier-unknown", "No column of customer.csv is known to identify an endpoint"],
  ["", "suppression-empty", "There is no identifier in customer.csv."],
  ["ICCID\n", "suppression-empty", "There is no identifier in customer.csv."],
  ["# nobody\n", "suppression-empty", "There is no identifier in customer.csv."],
])("adds nobody of %j", async (text, code, sentence) => {
  await using core = await openCore();
  await expect(core.client.suppression.add({ text, textName: "customer.csv" })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(sentence),
  });
  expect((await core.client.suppression.list({})).entries).toEqual([]);
});

it("refuses a value that is a whole line, also when it is given by itself", async () => {
  await using core = await openCore();
  await expect(core.client.suppression.add({ values: ["S-1;8944500000000000001"] })).rejects.toMatchObject({
    code: "suppression-damaged",
  });
});
