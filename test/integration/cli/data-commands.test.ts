/** data, backup create, and settings export and import. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";

const folder = useScratchFolder();
let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator({ endpoints: 5 });
});
afterEach(() => simulator.close());

async function connected(name: string): Promise<CommandLine> {
  const line = createCommandLine(folder.path(name));
  const stdin = JSON.stringify({ application_token: simulator.applicationToken });
  await line.run(["connection", "create", "office", "--base-url", simulator.baseUrl], { stdin });
  return line;
}

test("the size by part, a compaction, and a backup that the list and the restore know", async () => {
  const line = await connected("data");
  const usage = await line.run(["data", "usage"]);
  expect(usage).toMatchObject({ code: 0, err: "" });
  expect(usage.out).toMatch(
    new RegExp(
      tableRow(
        t(($) => $.settings.data.part.backups),
        /0 /,
      ),
    ),
  );
  expect(await line.run(["data", "compact"])).toMatchObject({ code: 0, err: "" });
  const { name } = (await line.run(["backup", "create", "--json"])).json<{ name: string }>();
  const listed = (await line.run(["backup", "list", "--json"])).json<{ items: { name: string }[] }>();
  expect(listed.items.map((backup) => backup.name)).toEqual([name]);
  expect(await line.run(["backup", "restore", name, "--replace"])).toMatchObject({ code: 0, err: "" });
});

test("an import shows what would change, and changes it with --apply", async () => {
  const from = await connected("from");
  await from.run(["template", "save", "reboot", "--text", "REBOOT"]);
  await from.run(["suppression", "add", "70001"]);
  const exported = await from.run(["settings", "export"]);
  const file = folder.write("settings.json", exported.out);
  expect(exported.out).not.toContain(simulator.applicationToken);
  const to = await connected("to");
  const preview = await to.run(["settings", "import", file]);
  expect(preview).toMatchObject({ code: 0, err: "" });
  expect(preview.out).toContain(t(($) => $.cli.settings.file.notApplied));
  expect((await to.run(["template", "list", "--output", "ids"])).out).toBe("");
  const applied = await to.run(["settings", "import", file, "--apply"]);
  expect(applied.out).toMatch(
    new RegExp(
      tableRow(
        t(($) => $.settings.data.kind.template),
        "reboot",
        t(($) => $.settings.data.action.add),
        "1",
      ),
    ),
  );
  expect((await to.run(["suppression", "list", "--output", "ids"])).out).toBe("70001\n");
  const elsewhere = createCommandLine(folder.path("elsewhere"));
  expect(await elsewhere.run(["settings", "import", file, "--apply"])).toMatchObject({ code: 4 });
});
