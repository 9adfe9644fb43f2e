/** A customer's file or a pasted text for the suppression list is parsed like a suppression file; unreadable input adds no entry. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

async function simOf(core: Core, id: string): Promise<string> {
  const { record } = await core.client.fleet.get({ collection: "endpoint", id });
  return (record["sim"] as { readonly iccid: string }).iccid;
}

it("accepts a table's columns with known names, and reports the endpoints they name", async () => {
  await using core = await openCore();
  const iccids = [await simOf(core, "70002"), await simOf(core, "70003"), "8944500000000000000"];
  const text = `Serial;ICCID\r\n${iccids.map((iccid, index) => `S-${index};${iccid}`).join("\r\n")}\r\n`;
  expect(await core.client.suppression.add({ text, textName: "customer.csv" })).toEqual({
    added: 3,
    named: 2,
    unmatched: 1,
    firstUnmatched: ["8944500000000000000"],
  });
  const { entries } = await core.client.suppression.list({});
  expect(entries.map(({ value }) => value).toSorted()).toEqual(iccids.toSorted());
  expect(entries.flatMap(({ endpoint }) => endpoint ?? []).toSorted()).toEqual(["70002", "70003"]);
  expect(await core.client.suppression.remove({ text, textName: "customer.csv" })).toEqual({ removed: 3 });
});

it("accepts one value per line, and several values on a single line", async () => {
  await using core = await openCore();
  expect(await core.client.suppression.add({ text: "70002, 70003" })).toMatchObject({ added: 2, named: 2 });
  expect(await core.client.suppression.add({ text: "# seen today\n70004\n\n70005\n" })).toMatchObject({ added: 2 });
});

const name = "customer.csv";

it.each([
  [
    "70002\nS-1;8944500000000000001\n",
    "suppression-damaged",
    codedText("suppression-row-unsplit", { row: 2, value: "S-1;8944500000000000001" }),
  ],
  [
    "iccid\n8,94902E+18\n",
    "csv-malformed",
    codedText("list-row-unreadable", {
      row: 2,
      file: name,
      problem: codedText("row-malformed", { values: 2, columns: 1 }),
    }),
  ],
  [
    "Serial;ICCID\nS-1;8,94902E+18\n",
    "suppression-damaged",
    expect.objectContaining({
      code: "list-row-unusable",
      params: expect.objectContaining({ row: 2, file: name }) as object,
    }) as object,
  ],
  [
    "Serial;Customer\nS-1;ACME\n",
    "identifier-unknown",
    codedText("identifier-column-missing", { file: name, columns: "Serial, Customer" }),
  ],
  ["", "suppression-empty", codedText("suppression-empty", { name })],
  ["ICCID\n", "suppression-empty", codedText("suppression-empty", { name })],
  ["# nobody\n", "suppression-empty", codedText("suppression-empty", { name })],
])("adds no entry for %j", async (input, code, text) => {
  await using core = await openCore();
  await expect(core.client.suppression.add({ text: input, textName: name })).rejects.toMatchObject({ code, text });
  expect((await core.client.suppression.list({})).entries).toEqual([]);
});

it("rejects a value that is a whole line, also when it is the only one", async () => {
  await using core = await openCore();
  await expect(core.client.suppression.add({ values: ["S-1;8944500000000000001"] })).rejects.toMatchObject({
    code: "suppression-damaged",
  });
});
