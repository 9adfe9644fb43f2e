/** The commands for data streams and API callbacks. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const role = "arn:aws:iam::123456789012:role/fleet";
let service: Simulator;
let line: CommandLine;

beforeEach(async () => {
  service = await startSimulator({ endpoints: 3 });
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connect", "office", "--base-url", service.baseUrl], { stdin });
});

afterEach(() => service.close());

const bucket = ["object-storage", "--role", role, "--target", "eu-west-1/fleet-data"];

test("a stream is shown before it is sent, created, listed, shown, and not created twice", async () => {
  expect((await line.run(["stream", "list"])).out).toBe(
    "No data stream is known from this computer.\nThe service was never asked for its data streams; --refresh asks it.\n",
  );
  const body = `{"stream_historic_data":1,"data_stream_type":{"id":3,"description":"Usage Data & Events"},"api_type":{"id":8,"description":"AWS S3"},"api_username":"${role}","api_parameter":"eu-west-1/fleet-data"}`;
  const shown = await line.run(["stream", "create", ...bucket, "--historic", "--dry-run"]);
  expect(shown.out).toBe(`POST /api/v1/data_stream\n${body}\n\nNothing was sent.\n`);
  const created = await line.run(["stream", "create", ...bucket, "--historic"]);
  expect([created.code, created.out]).toEqual([
    0,
    expect.stringMatching(/^Data stream \d+ was created\. \(here:1\)\n$/),
  ]);
  const again = await line.run(["stream", "create", ...bucket]);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("nothing was sent. (here:1)")]);
  const { items } = (await line.run(["stream", "list", "--refresh", "--json"])).json<{ items: unknown[] }>();
  expect(items).toEqual([
    expect.objectContaining({ key: "here:1", source: "both", target: "eu-west-1/fleet-data", active: true }),
  ]);
  expect((await line.run(["stream", "show", "here:1"])).out).toContain(body);
});
