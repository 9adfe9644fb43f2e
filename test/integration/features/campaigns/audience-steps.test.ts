/** Every kind of part in one audience, with the whole core: previewed, frozen, and reported row by row. */
import { formatText } from "#shared/texts/text.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AudienceSteps } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Files } from "../../../../main/core/hosts.ts";
import { openCore, type Core } from "../../../make/core.ts";

type PlanInput = Parameters<FleetClient["campaigns"]["plan"]>[0];

const plan = (core: Core, extra: Partial<PlanInput>): ReturnType<FleetClient["campaigns"]["plan"]> =>
  core.client.campaigns.plan({
    name: "parts",
    from: "4911",
    text: "CHK",
    watchHours: 0,
    audience: [{ source: { filter: "" } }],
    ...extra,
  });

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(70_000 + from + index));

/** A file, a filter, an audience and an earlier campaign; two parts subtracted, one of them intersected with another. */
async function everyKind(core: Core): Promise<AudienceSteps> {
  const file = core.write(
    "list.csv",
    `id;pin\n${range(1, 10)
      .map((id) => `${id};P${id}`)
      .join("\n")}\n424242;P0\n`,
  );
  const saved = await core.client.fleet.saveAudience({ name: "North", ids: range(9, 13) });
  const earlier = await plan(core, { name: "first", audience: [{ source: { ids: range(3, 5) } }] });
  await core.client.campaigns.start({ campaignId: earlier.campaignId });
  await core.untilCampaign(earlier.campaignId, "finished");
  return [
    { op: "add", source: { csv: { file } } },
    { op: "remove", source: { campaign: { campaignId: earlier.campaignId, part: "accepted" } } },
    { op: "add", source: { audience: saved.id } },
    { op: "remove", source: { filter: "id:70010" } },
    { op: "add", source: { filter: "id:70015" } },
    { op: "add", source: { campaign: { campaignId: earlier.campaignId, part: "all" } } },
    { op: "remove", source: { ids: ["70005", "70999"] } },
  ];
}

const wording = { text: "{{word}} {{endpoint.id}}", bindings: { word: { value: "{{pin}}" } } };

it("combines every kind of part by set algebra, with each row accounted for", async () => {
  await using core = await openCore({ simulator: { endpoints: 40 } });
  const audience = await everyKind(core);
  const preview = await core.client.planning.preview({ audience, wording });
  expect(preview).toMatchObject({ unresolved: 1, columns: ["id", "pin"], by: "id", column: "id", unbound: [] });
  const { campaignId, planned, excluded, excludedByReason } = await plan(core, { audience, ...wording });
  const { items } = await core.client.campaigns.recipients({ campaignId, limit: 1000 });

  expect(planned).toBe(11 + 5 + 1 + 3);
  expect(items).toHaveLength(planned);
  expect(new Set(items.map(({ row }) => row)).size).toBe(planned);
  const pending = items.filter(({ outcome }) => outcome === "pending");
  const ids = [...range(1, 2), ...range(6, 9), ...range(11, 13), "70015", "70003", "70004"];
  expect(pending.map(({ endpoint }) => endpoint)).toEqual(ids);
  expect(pending.map(({ text }) => text).every((text, at) => text === `{{pin}} ${pending[at]?.endpoint}`)).toBe(true);

  const exclusionRows = excluded.map(({ source, sourceRow, identifier, reason }) => [
    source,
    sourceRow,
    identifier,
    reason,
  ]);
  expect(exclusionRows).toEqual([
    [0, 4, "70003", "removed"],
    [0, 5, "70004", "removed"],
    [0, 6, "70005", "removed"],
    [0, 11, "70010", "removed"],
    [0, 12, "424242", "unresolved"],
    [2, 1, "70009", "duplicate"],
    [2, 2, "70010", "removed"],
    [5, 3, "70005", "removed"],
  ]);
  expect(excluded[0]?.detail).toBe(
    removedBy(2, codedText("source-campaign", { outcome: codedText("part-accepted"), name: "first" })),
  );
  expect(excluded[3]?.detail).toBe(
    removedBy(4, codedText("source-filter", { filter: codedText("filter-matching", { filter: "id:70010" }) })),
  );
  expect(excludedByReason).toEqual({ removed: 6, unresolved: 1, duplicate: 1 });
  // The preview was the same, except for the reason of an unknown number.
  expect(preview.included).toBe(pending.length);
  expect(preview.excludedByReason).toEqual(excludedByReason);
  const placed = preview.exclusions.map(({ source, sourceRow, identifier, reason }) => [
    source,
    sourceRow,
    identifier,
    reason,
  ]);
  expect(placed).toEqual(exclusionRows);
});

it("writes exclusions to the selected file, also when a variable has no value", async () => {
  const selection: { file?: string } = {};
  const files: Files = { saveAs: () => Promise.resolve(selection.file), open: () => Promise.resolve(undefined) };
  await using core = await openCore({ simulator: { endpoints: 10 }, hosts: { files } });
  const list = core.write("list.csv", "id;n\n70001;1\n=cmd();2\n");
  const audience = [{ source: { csv: { file: list } } }, { source: { ids: ["70001"] } }];
  const request = { audience, wording: { text: "{{nothing}}", bindings: {} }, suggestedName: "a/b" };
  expect(await core.client.planning.exportExclusions(request)).toEqual({ outcome: "cancelled", rows: 0 });
  selection.file = join(core.dataDir, "left-out.csv");
  expect(await core.client.planning.exportExclusions(request)).toEqual({
    outcome: "written",
    rows: 2,
    file: selection.file,
  });
  const lines = readFileSync(selection.file, "utf8").split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^1,3,"'=cmd\(\)","unresolved",/);
  expect(lines[2]).toMatch(/^2,1,"70001","duplicate",/);
});

it("a preview ends when its caller cancels, and leaves nothing behind", async () => {
  await using core = await openCore({ simulator: { endpoints: 10 } });
  const ids = Array.from({ length: 200_000 }, (_, index) => String(index));
  const stopped = new AbortController();
  const preview = core.client.planning.preview({ audience: [{ source: { ids } }] }, stopped.signal);
  stopped.abort();
  await expect(preview).rejects.toMatchObject({ code: "aborted" });
  expect((await core.client.campaigns.list({})).campaigns).toEqual([]);
});

it("rejects a part that subtracts by a filter without a cache", async () => {
  await using core = await openCore({ simulator: { endpoints: 10 } });
  await core.connect("unseen");
  const audience: AudienceSteps = [
    { op: "add", source: { ids: ["70001"] } },
    { op: "remove", source: { filter: "id:70001" } },
  ];
  await expect(plan(core, { connection: "unseen", audience })).rejects.toMatchObject({ code: "never-synchronised" });
});

function removedBy(step: number, source: CodedText): string {
  return formatText(codedText("removed-by-step", { step, source }));
}
