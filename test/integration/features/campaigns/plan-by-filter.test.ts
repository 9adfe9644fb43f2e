/** A plan by filter uses only the cache: without one it fails, with a partial one it warns. */
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Client } from "#shared/contract/kit.ts";
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { Oddities } from "../../../../main/simulator/options.ts";
import { openCore, type Core } from "../../../make/core.ts";

type Plan = ReturnType<Client<typeof campaigns>["plan"]>;

const byFilter = (core: Core, connection = "practice"): Plan =>
  core.client.campaigns.plan({
    connection,
    name: "all",
    from: "4911",
    text: "CHK",
    audience: [{ source: { filter: "" } }],
  });

const withOddities = (oddities: Oddities): Promise<Core> => openCore({ simulator: { endpoints: 2500, oddities } });

test("endpoints that were never synchronised cannot be an audience", async () => {
  await using core = await openCore();
  await core.connect("fresh");
  await expect(byFilter(core, "fresh")).rejects.toMatchObject({
    code: "never-synchronised",
    text: codedText("filter-without-cache"),
  });
  expect((await core.client.campaigns.list({})).campaigns).toEqual([]);
});

test("a plan over a partial cache reports that, with the reason", async () => {
  await using core = await withOddities({ driftPerPage: 5 });
  const { planned, note } = await byFilter(core);
  const { reason } = await core.client.fleet.completeness({ collection: "endpoint" });
  expect([planned, note]).toEqual([
    2490,
    formatText(codedText("cache-incomplete-add-reason", { reason: reason ?? "" })),
  ]);
});

test("a plan over a complete cache has no warning", async () => {
  await using core = await openCore();
  expect((await byFilter(core)).note).toBeUndefined();
});
