/** Audiences of several parts from the command line: previewed and planned. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
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

const audienceArgs = ["--add", "filter:", "--remove", "audience:broken ones", "--add", "ids:70001,70002"] as const;

async function saveAudience(): Promise<void> {
  const list = folder.write("broken.csv", "id\n70001\n70003\n");
  expect((await line.run(["identify", list, "--save-audience", "Broken ones"])).code).toBe(0);
}

test("a preview counts the recipients and the exclusion reasons, with a few sample texts", async () => {
  await saveAudience();
  const ran = await line.run([
    "campaign",
    "preview",
    ...audienceArgs,
    "--text",
    "{{word}} {{endpoint.id}}",
    "--var",
    "word=now",
  ]);
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expect(ran.out).toContain(
    `${t(($) => $.cli.campaigns.preview.result, { included: "11", excluded: "3" })}\n  removed: 2\n  duplicate: 1\n`,
  );
  expect(ran.out).toMatch(/1 +now 70002\n/);
  expect((await line.run(["campaign", "list", "--json"])).json()).toEqual({ items: [], total: 0 });
  const unbound = await line.run(["campaign", "preview", "--filter", "", "--text", "SET {{pin}}"]);
  expect(unbound.out).toContain(t(($) => $.cli.campaigns.preview.unbound, { variables: "{{pin}}" }));
});

test("a plan accepts the same parts, and reports its exclusions with their part", async () => {
  await saveAudience();
  const common = ["campaign", "create", "--name", "n", "--sender", "4911"] as const;
  const ran = await line.run([...common, ...audienceArgs, "--text", "{{who}}", "--var-from", "who=field:name"]);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain(
    t(($) => $.cli.campaigns.plan.result, {
      campaign: "1",
      planned: "11",
      excluded: "3",
      segments: t(($) => $.common.segmentCount, { count: 11 }),
    }),
  );
  expect(ran.out).toContain(
    `${t(($) => $.cli.campaigns.plan.row, { row: "1" })}: removed (${formatText(
      codedText("removed-by-step", { step: 2, source: codedText("source-audience", { name: "Broken ones" }) }),
    )})`,
  );
  expect(ran.out).toContain(t(($) => $.cli.campaigns.plan.rowOfSource, { row: "2", source: "3" }));
});

test("distinguishes an unknown audience from an invalid part", async () => {
  const unknown = await line.run(["campaign", "preview", "--add", "audience:nobody"]);
  const notFound = formatText(codedText("audience-name-not-found", { audience: "nobody" }));
  expect([unknown.code, unknown.err]).toEqual([expect.any(Number), expect.stringContaining(notFound)]);
  expect(unknown.code).not.toBe(0);
  for (const part of ["csv:", "ids:,", "audience: "]) {
    const wrong = await line.run(["campaign", "preview", "--add", part]);
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining(t(($) => $.cli.campaigns.audience.badSource, { text: part })),
    ]);
  }
});
