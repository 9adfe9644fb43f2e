/** `total` in lists: the number of items in the whole list where it is known, else missing. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 12 });
});
afterAll(() => service.close());

beforeEach(async () => {
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await line.run(["sync", "endpoint"]);
});

interface List {
  readonly items: readonly unknown[];
  readonly total?: number;
  readonly nextCursor?: string;
}

async function list(...args: readonly string[]): Promise<{ count: number; total?: number; nextCursor?: string }> {
  const { items, total, nextCursor } = (await line.run([...args, "--json"])).json<List>();
  return { count: items.length, total, nextCursor };
}

test("a complete list counts itself, a limited one asks where the number is known", async () => {
  expect(await list("connection", "list")).toEqual({ count: 1, total: 1 });
  expect(await list("list", "endpoint", "--limit", "5")).toEqual({ count: 5, total: 12 });
  expect(await list("list", "endpoint", "--live", "--limit", "5")).toEqual({ count: 5, total: 12 });
  expect(await list("dns", "list", "--refresh")).toEqual({ count: 2, total: 2 });
  await line.run(["quota", "refresh", "--type", "data"]);
  expect(await list("quota", "list", "--limit", "5")).toMatchObject({ count: 5, total: 12 });
});

test("recipients have a total and continue at a cursor", async () => {
  const plan = ["campaign", "create", "--name", "a", "--sender", "4911", "--text", "PING", "--csv"];
  await line.run([...plan, folder.write("ids.csv", "id\n70001\n70002\n70003\n")]);
  const { nextCursor = "", ...first } = await list("campaign", "recipients", "1", "--limit", "2");
  expect(first).toEqual({ count: 2, total: 3 });
  expect(await list("campaign", "recipients", "1", "--limit", "2", "--cursor", nextCursor)).toMatchObject({ count: 1 });
  expect(await list("campaign", "recipients", "1", "--outcome", "rejected")).toEqual({ count: 0, total: 0 });
});

test("a list of unknown length has no total until its last page was read", async () => {
  for (const text of ["A", "B"]) await line.run(["sms", "send", "70001", "--sender", "4911", "--text", text]);
  const limited = await list("audit", "list", "--limit", "1");
  expect([limited.count, limited.total, typeof limited.nextCursor]).toEqual([1, undefined, "string"]);
  const all = await list("audit", "list", "--all");
  expect(all.total).toBe(all.count);
  expect(await list("count", "endpoint", "--by", "name", "--limit", "5")).toEqual({ count: 5, total: undefined });
  expect(await list("count", "endpoint", "--by", "name")).toEqual({ count: 12, total: 12 });
  expect(await list("log", "--limit", "1")).toEqual({ count: 1, total: undefined });
  expect(await list("sms", "recent", "--limit", "1")).toMatchObject({ count: 1, total: undefined });
  expect(await list("sms", "recent")).toMatchObject({ count: 2, total: 2 });
});
