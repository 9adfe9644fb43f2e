/**
 * Single SMS on the command line: one proven not sent is reported as such, and one to an endpoint on the suppression list requires a flag.
 */
import { t } from "../../../main/cli/text.ts";
import { afterEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import type { FaultRule } from "../../../main/simulator/faults.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function connected(rules: readonly FaultRule[]): Promise<{ line: CommandLine; service: Simulator }> {
  const service = await startSimulator({ endpoints: 5, faults: { seed: 1, rules } });
  open.push(service);
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl, "--set", "reconcileAfterMs=0"], {
    stdin,
  });
  await line.run(["sync", "endpoint"]);
  return { line, service };
}

test("shows a message that the endpoint's list proves not sent as not sent", async () => {
  const { line, service } = await connected([{ kind: "reset-before", rate: 1, on: "sms.send" }]);
  const sent = await line.run(["sms", "send", "70001", "--sender", "4911", "--text", "PING"]);
  expect(sent.code).not.toBe(0);
  await line.run(["sms", "reconcile", "70001"]);
  for (const args of [
    ["sms", "thread", "70001"],
    ["sms", "recent"],
  ]) {
    const { out } = await line.run(args);
    expect(out).toContain(t(($) => $.cli.messages.list.notSent));
    expect(out).not.toContain("unknown");
  }
  const withOutcome = async (outcome: string): Promise<boolean> =>
    (await line.run(["sms", "recent", "--outcome", outcome])).out.includes("PING");
  expect([await withOutcome("unknown"), await withOutcome("not-sent")]).toEqual([false, true]);
  expect(service.ledger()).toEqual([]);
});

test("sends to an endpoint on the suppression list only with the flag", async () => {
  const { line, service } = await connected([]);
  await line.run(["suppression", "add", "70001", "--note", "in repair"]);
  const args = ["sms", "send", "70001", "--sender", "4911", "--text", "PING"];
  const rejected = await line.run(args);
  expect(rejected.code).toBe(5);
  expect(rejected.err).toContain("in repair");
  expect(rejected.err).toContain("--allow-suppressed");
  expect(service.ledger()).toEqual([]);
  expect((await line.run([...args, "--allow-suppressed"])).code).toBe(0);
  expect(service.ledger()).toHaveLength(1);
});

test("an SMS goes to the one endpoint that an identifier names exactly, or is not sent", async () => {
  const { line, service } = await connected([]);
  const send = (to: string): ReturnType<typeof line.run> =>
    line.run(["sms", "send", to, "--sender", "4911", "--text", "PING"]);
  const named = await send("van-00002");
  expect([named.code, named.err]).toEqual([
    0,
    `${t(($) => $.cli.fleet.endpointResolvedName, { value: "van-00002", id: "70002", name: "van-00002" })}\n`,
  ]);
  expect(service.ledger().map(({ endpointId }) => String(endpointId))).toEqual(["70002"]);
  for (const identifier of ["070002", "van-99999", "70002,70003"]) {
    const rejected = await send(identifier);
    expect([rejected.code === 0, rejected.err.includes("endpoint-unknown")]).toEqual([false, true]);
  }
  expect(service.ledger()).toHaveLength(1);
});

test("removing a value that is not an entry fails, and names the entry that protects the endpoint", async () => {
  const { line } = await connected([]);
  await line.run(["suppression", "add", "van-00002"]);
  const removed = await line.run(["suppression", "remove", "70002"]);
  expect(removed.code).not.toBe(0);
  expect(removed.err).toContain(
    t(($) => $.cli.campaigns.suppression.protectedBy, {
      notListed: t(($) => $.cli.campaigns.suppression.notListed, { value: "70002" }),
      endpoint: "70002",
      entries: '"van-00002"',
    }),
  );
  expect((await line.run(["suppression", "remove", "van-00002"])).code).toBe(0);
});

test("a rejected message ends with the exit code of its outcome, and the service's code in the text", async () => {
  const { line } = await connected([{ kind: "refuse", rate: 1, on: "sms.send" }]);
  const sent = await line.run(["sms", "send", "70001", "--sender", "4911", "--text", "PING"]);
  expect([sent.code, sent.err]).toEqual([4, expect.stringMatching(/^error: rejected: .*\(service-\d+\)\n$/)]);
});
