/** `--verbose`: every request on stderr, nothing of it on stdout. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let service: Simulator;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 3 });
});
afterAll(() => service.close());

test("prints method, path, status, duration and masked bodies of each request", async () => {
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  const connect = ["connection", "create", "practice", "--base-url", service.baseUrl];
  const connected = await line.run([...connect, "--verbose"], { stdin });
  expect(connected.err).toMatch(
    /^POST \/api\/v1\/authenticate 200 \d+ \S+.*\n {2}> \{"application_token":"\[redacted\]"\}\n/m,
  );
  expect(connected.err).toContain('"auth_token":"[redacted]"');
  expect(connected.err).not.toContain(service.applicationToken);

  const list = await line.run(["dns", "list", "--refresh", "--json", "--verbose"]);
  expect(list.json()).toMatchObject({ total: 2 });
  expect(list.err).toMatch(/^GET \/api\/v1\/dns 200 \d+ \S+.*\n {2}< \[\{"id":/m);
  expect((await line.run(["dns", "list", "--refresh"])).err).not.toContain("GET ");

  const sent = await line.run(["sms", "send", "70001", "--sender", "4911", "--text", "PING", "--verbose"]);
  expect(sent.err).toMatch(/^POST \/api\/v1\/endpoint\/70001\/sms 201 \d+ \S+.*\n {2}> \{.*"payload":"PING".*\}/m);
});

test("prints a request without a response with the reason", async () => {
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  service.setFaults({ rules: [{ kind: "reset-before", rate: 1, on: "dns.list" }] });
  const { code, out, err } = await line.run(["dns", "list", "--refresh", "--verbose"]);
  service.setFaults({});
  expect([code, out]).toEqual([1, ""]);
  expect(err.match(/^GET \/api\/v1\/dns \S+ \d+ \S+$/gm)).toHaveLength(3);
});
