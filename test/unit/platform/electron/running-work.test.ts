import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { runningWork } from "../../../../main/platform/electron/running-work.ts";
import type { Call } from "../../../../main/core/ipc/router.ts";

const counts = { pending: 7 };
const campaigns = [
  { name: "a", state: "running", counts },
  { name: "b", state: "scheduled", counts },
  { name: "c", state: "waiting", reason: "quiet-hours", counts },
  { name: "d", state: "paused", reason: "user", counts },
  { name: "e", state: "finished", counts },
  { name: "f", state: "waiting", reason: "canary-gate", wave: { open: 0, of: 2, phase: "waiting" }, counts },
  { name: "g", state: "paused", reason: "canary-gate", wave: { open: 0, of: 2, phase: "failed" }, counts },
];
const syncs = [{ connection: "work", collection: "sim" }];

test("quitting interrupts campaigns that send, scheduled campaigns, and reads", async () => {
  const call: Call = (address) =>
    Promise.resolve({ ok: true, value: address === "campaigns.list" ? { campaigns } : { syncs } });
  expect(await runningWork(call)).toEqual([
    t(($) => $.shell.interrupted.sending, { name: "a", count: 7 }),
    t(($) => $.shell.interrupted.scheduled, { name: "b" }),
    t(($) => $.shell.interrupted.waiting, { name: "c" }),
    t(($) => $.shell.interrupted.waiting, { name: "f" }),
    t(($) => $.shell.interrupted.sync, { connection: "work", collection: t(($) => $.shell.collections.sim.many) }),
  ]);
});

test("a core that does not respond does not prevent quitting", async () => {
  expect(
    await runningWork(() => Promise.resolve({ ok: false, failure: { code: "internal", text: { code: "internal" } } })),
  ).toEqual([]);
});
