/** Delivery status and replies on the command line. */
import { writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function connected(): Promise<{ readonly line: CommandLine; readonly service: Simulator }> {
  const smsLife = {
    pendingMs: 0,
    bufferedMs: [0, 0],
    failedRate: 0,
    expiredRate: 0,
    asleepRate: 0,
    replyRate: 1,
  } as const;
  const service = await startSimulator({ endpoints: 10, smsLife });
  open.push(service);
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await line.run(["sync", "endpoint"]);
  return { line, service };
}

test("watches a campaign until no message is open, and lists its replies", async () => {
  const { line, service } = await connected();
  const file = folder.path("list.csv");
  writeFileSync(file, "id\n70001\n70002\n70003\n");
  const text = ["--text", "PING", "--expect", "^ok ping", "--reply-within", "30m"];
  const planned = await line.run(["campaign", "create", "--name", "ping", "--sender", "4911", "--csv", file, ...text]);
  expect(planned.code).toBe(0);
  expect((await line.run(["campaign", "run", "1"])).code).toBe(0);
  const waiting = await line.run(["campaign", "replies", "1", "--reply", "waiting", "--json"]);
  expect(waiting.json<{ items: unknown[] }>().items.length).toBe(3);

  service.advance(60_000);
  const watched = await line.run(["campaign", "watch", "1", "--json"]);
  expect(watched.json()).toMatchObject({ watching: false, delivery: { delivered: 3 }, replies: { "as-expected": 3 } });
  expect((await line.run(["campaign", "get", "1"])).out).toContain(
    t(($) => $.cli.campaigns.text.replies, { counts: "3 as-expected" }),
  );
  const replies = await line.run(["campaign", "replies", "1"]);
  expect(replies.out).toContain("OK PING");
  expect(replies.out).toContain(`${t(($) => $.common.recipientCount, { count: 3 })}\n`);
  expect((await line.run(["campaign", "replies", "1", "--reply", "no-reply"])).out).toBe(
    `${t(($) => $.common.recipientCount, { count: 0 })}\n`,
  );
});

test("watching ends at its time limit, and reports the known state", async () => {
  const { line } = await connected();
  const file = folder.path("list.csv");
  writeFileSync(file, "id\n70001\n");
  const text = ["--text", "CHK", "--expect", "OK"];
  await line.run(["campaign", "create", "--name", "check", "--sender", "4911", "--csv", file, ...text]);
  await line.run(["campaign", "run", "1"]);
  const watched = await line.run(["campaign", "watch", "1", "--duration", "0m", "--json"]);
  expect([watched.code, watched.json()]).toEqual([
    0,
    expect.objectContaining({ watching: true, replies: { waiting: 1 } }),
  ]);
});

test("sends one SMS with an expected reply, and rejects an invalid pattern", async () => {
  const { line, service } = await connected();
  const send = ["sms", "send", "70001", "--sender", "4911", "--text", "PING"];
  expect((await line.run([...send, "--expect", "^OK", "--reply-within", "30m"])).code).toBe(0);
  expect((await line.run([...send, "--expect", "(OK"])).err).toContain("error: pattern-invalid: ");
  expect((await line.run([...send, "--reply-within", "30m"])).code).toBe(2);
  expect(service.ledger().length).toBe(1);
});
