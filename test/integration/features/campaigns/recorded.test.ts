/** What the ledger, the audit and the evidence contain for a campaign with many failures: codes and parameters. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openCore } from "../../../make/core.ts";
import { startConfirmed } from "../../../make/start-confirmed.ts";

const columns = [
  ["campaign", "message"],
  ["campaign_event", "message"],
  ["campaign_ring", "message"],
  ["recipient", "message"],
  ["recipient", "detail"],
  ["recipient_event", "detail"],
] as const;

/** Every text of a JSON value that is a sentence: several words and a full stop. The service's messages are in `reason`. */
function sentencesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return /^[A-Z].* .*\.$/.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === "reason" ? [] : sentencesIn(inner)));
}

test("stores no sentence of the program", async () => {
  const faults = [
    { kind: "refuse", rate: 1, status: 422, on: "sms.send", endpoints: [70002] },
    { kind: "reset-after", rate: 1, on: "sms.send", endpoints: [70003] },
    { kind: "refuse", rate: 1, status: 404, on: "sms.list", endpoints: [70003] },
  ] as const;
  const files = { save: "" };
  await using core = await openCore({
    faults: [...faults],
    hosts: { files: { saveAs: () => Promise.resolve(files.save), open: () => Promise.resolve(undefined) } },
  });
  const { campaigns, audit } = core.client;
  const { campaignId } = await campaigns.plan({
    name: "test",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.write("ids.csv", "id\n70001\n70002\n70003\n70003\n1e5\nnowhere\n") } } }],
  });
  await startConfirmed(core.client, campaignId);
  await core.untilCampaign(campaignId, "paused", "unknown-recipients");
  await campaigns.retry({ campaignId, scope: "refused" });
  await campaigns.cancel({ campaignId });
  const evidence = (files.save = core.write("campaign.evidence", ""));
  await campaigns.exportAs({ campaignId, format: "evidence" });
  const chain = (files.save = core.write("audit.jsonl", ""));
  await audit.exportAs({ format: "jsonl" });

  // Each code still formats as a sentence.
  const { items } = await campaigns.recipients({ campaignId, limit: 10 });
  expect(items.flatMap(({ message }) => message ?? []).filter((text) => text.startsWith("{"))).toEqual([]);

  const stored = core.inDatabase((database) =>
    columns.map(([table, column]) => {
      const rows = database
        .prepare(`SELECT DISTINCT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`)
        .all();
      return rows.map(({ text }) => String(text));
    }),
  );
  expect(stored.flat().filter((text) => !text.startsWith('{"code":"'))).toEqual([]);
  expect(stored.map((texts) => texts.length > 0)).toEqual([true, true, false, true, true, true]);
  for (const file of [evidence, chain]) {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    expect(lines.flatMap((line) => sentencesIn(JSON.parse(line) as unknown))).toEqual([]);
  }
});
