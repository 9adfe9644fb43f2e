/** `campaign export` overwrites a file only with the option for it. */
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

test.each([["--evidence"], []])("does not overwrite an existing file (%s)", async (...format) => {
  const service = await startSimulator({ endpoints: 5 });
  open.push(service);
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await line.run(["sync", "endpoint"]);
  const list = folder.path("list.csv");
  writeFileSync(list, "id\n70001\n");
  await line.run(["campaign", "create", "--name", "one", "--sender", "4911", "--csv", list, "--text", "PING"]);
  const out = folder.path("proof");
  writeFileSync(out, "the only proof");
  const args = ["campaign", "export", "1", "--out", out, ...format];
  const rejected = await line.run(args);
  expect(rejected.code).toBe(5);
  expect(rejected.err).toContain("file-exists");
  expect(readFileSync(out, "utf8")).toBe("the only proof");
  expect((await line.run([...args, "--overwrite"])).code).toBe(0);
  expect(readFileSync(out, "utf8")).toContain("70001");
});
