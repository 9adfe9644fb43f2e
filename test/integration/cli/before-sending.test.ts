/** Drift, preflight, the suppression list and drafts on the command line. */
import { labelOf } from "../../../main/cli/option-values.ts";
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let simulator: Simulator;
let line: CommandLine;

beforeEach(async () => {
  simulator = await startSimulator({ endpoints: 12 });
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: simulator.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", simulator.baseUrl, "--set", "ceiling=none"], {
    stdin,
  });
  await line.run(["sync", "endpoint"]);
});
afterEach(() => simulator.close());

async function plan(): Promise<string> {
  const args = ["campaign", "create", "--name", "night", "--sender", "4911", "--text", "CHK", "--filter", "", "--json"];
  return (await line.run(args)).json<{ campaignId: string }>().campaignId;
}

test("shows what changed since a plan, and excludes the affected recipients", async () => {
  const id = await plan();
  const change = [{ id: 70_003, set: { status: { id: 1, description: "Disabled" } } }];
  await fetch(`${simulator.baseUrl}/_simulator/mutate`, { method: "POST", body: JSON.stringify({ change }) });
  await line.run(["sync", "endpoint"]);
  const drift = await line.run(["campaign", "drift", id]);
  expect(drift.out).toContain(
    t(($) => $.cli.campaigns.drift.compared, { count: 12, changes: `1 ${labelOf("disabled")}` }),
  );
  expect(drift.out).toContain(formatText(codedText("drift-disabled")));
  expect((await line.run(["campaign", "drift", id, "--exclude", "disabled", "--json"])).json()).toEqual({
    cancelled: 1,
  });
  const wrong = await line.run(["campaign", "drift", id, "--exclude", "colour"]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("colour")]);
});

test("a preflight reports duration, session and quotas", async () => {
  const id = await plan();
  const ran = await line.run(["campaign", "preflight", id, "--quota", "sample", "--sample", "5"]);
  expect(ran.out).toContain(
    t(($) => $.cli.campaigns.preflight.recipients, {
      recipients: "12",
      segments: t(($) => $.common.segmentCount, { count: 12 }),
    }),
  );
  expect(ran.out).toContain(
    t(($) => $.cli.campaigns.preflight.session, {
      verdict: "unlimited",
      message: formatText(codedText("session-lifetime-token-renews")),
    }),
  );
  expect(ran.out).toContain(
    t(($) => $.cli.campaigns.preflight.quotaSample, { checked: "5", enough: "2", low: "0", unset: "3", unknown: "0" }),
  );
  const { quota } = (await line.run(["campaign", "preflight", id, "--quota", "full", "--json"])).json<{
    quota: { checked: number };
  }>();
  expect(quota.checked).toBe(12);
});

test("suppression entries are added from arguments and from a file, listed and removed", async () => {
  const file = folder.path("blocked.txt");
  writeFileSync(file, "# in repair\n70002\n\n70003\n");
  const added = await line.run(["suppression", "add", "70001", "--file", file, "--note", "repair"]);
  expect(added.out).toBe(`${t(($) => $.cli.campaigns.suppression.added, { added: "3", matching: "3" })}\n`);
  expect((await line.run(["suppression", "list"])).out).toMatch(/70002 +70002 .*repair/);
  expect((await line.run(["suppression", "remove", "70002"])).out).toBe(
    t(($) => $.cli.campaigns.suppression.removed, { removed: "1" }),
  );
  const { items: entries } = (await line.run(["suppression", "list", "--json"])).json<{ items: { value: string }[] }>();
  expect(entries.map(({ value }) => value).sort()).toEqual(["70001", "70003"]);
  expect((await line.run(["suppression", "add"])).code).toBe(2);
});

test("lists drafts; an unknown draft is named", async () => {
  expect((await line.run(["draft", "list"])).out).toBe(t(($) => $.cli.campaigns.drafts.empty));
  const missing = await line.run(["draft", "get", "7"]);
  const message = `${formatText(codedText("draft-unknown"))}${t(($) => $.cli.program.nextStep.listDrafts)}`;
  expect([missing.code, missing.err]).toEqual([1, `error: draft-unknown: ${message}\n`]);
  expect((await line.run(["draft", "delete", "x"])).code).toBe(2);
});
