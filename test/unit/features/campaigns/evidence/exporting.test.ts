import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import { exportCsv } from "../../../../../main/features/campaigns/evidence/exporting.ts";
import { useScratchFolder } from "../../../../make/scratch-folder.ts";

const folder = useScratchFolder();

async function* batches(...all: readonly (readonly Recipient[])[]): AsyncGenerator<readonly Recipient[]> {
  await Promise.resolve();
  yield* all;
}

const accepted: Recipient = {
  row: 2,
  source: 0,
  sourceRow: 2,
  wave: 1,
  deliveryAt: Date.parse("2031-05-05T10:02:00.000Z"),
  reply: "as-expected",
  replyText: "OK",
  replyAt: Date.parse("2031-05-05T10:03:00.000Z"),
  identifier: "8988303000000000017",
  endpoint: "70001",
  outcome: "accepted",
  smsId: "700123",
  text: '=HYPERLINK("x"),\nzwei; "Grüße"',
  segments: 1,
  delivery: "delivered",
  attempts: 1,
  intentAt: Date.parse("2031-05-05T10:00:00.000Z"),
  outcomeAt: Date.parse("2031-05-05T10:00:01.250Z"),
};
const excluded: Recipient = {
  row: 20_000_003,
  source: 2,
  sourceRow: 3,
  wave: 0,
  identifier: "+49170",
  outcome: "excluded",
  reason: "unresolved",
  attempts: 0,
};
const unconfirmed: Recipient = {
  ...accepted,
  row: 4,
  attempts: 2,
  unconfirmedAt: Date.parse("2031-05-05T09:00:00.000Z"),
};

test("writes one line per recipient, in UTF-8 that spreadsheets detect", async () => {
  const file = folder.path("out.csv");
  expect(await exportCsv(file, batches([accepted], [], [excluded]))).toEqual({ rows: 2 });
  const text = readFileSync(file, "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(parse(text, { columns: true, bom: true })).toEqual([
    {
      row: "2",
      identifier: "8988303000000000017",
      endpoint: "70001",
      outcome: "accepted",
      reason: "",
      sms_id: "700123",
      code: "",
      message: "",
      delivery: "delivered",
      delivery_at: "2031-05-05T10:02:00.000Z",
      reply: "as-expected",
      reply_at: "2031-05-05T10:03:00.000Z",
      reply_text: "OK",
      wave: "1",
      attempts: "1",
      segments: "1",
      requested_at: "2031-05-05T10:00:00.000Z",
      outcome_at: "2031-05-05T10:00:01.250Z",
      text: `'${accepted.text}`,
      source: "1",
      source_row: "2",
      unconfirmed_at: "",
    },
    expect.objectContaining({
      row: "20000003",
      source: "3",
      source_row: "3",
      identifier: "'+49170",
      outcome: "excluded",
      reason: "unresolved",
      text: "",
    }),
  ]);
});

test("writes the time of the first attempt for a message that may have been sent twice", async () => {
  const file = folder.path("out.csv");
  await exportCsv(file, batches([unconfirmed]));
  expect(parse(readFileSync(file, "utf8"), { columns: true, bom: true })).toMatchObject([
    { outcome: "accepted", unconfirmed_at: "2031-05-05T09:00:00.000Z" },
  ]);
});

test("quotes identifiers as texts", async () => {
  const file = folder.path("out.csv");
  await exportCsv(file, batches([accepted]));
  expect(readFileSync(file, "utf8")).toContain('2,"8988303000000000017","70001",');
});

test("reports a directory that does not exist", async () => {
  await expect(exportCsv(folder.path("no/out.csv"), batches())).rejects.toMatchObject({ code: "file-unwritable" });
});
