import { expect, onTestFinished, test, vi } from "vitest";
import { createQuotasSlice, quotasTopics } from "../../../../../renderer/features/quotas/quotas-slice.ts";
import { openSlice } from "../../open-slice.ts";

test("shows the running work of all connections, and no ended work, after topics were missed", async () => {
  const counts = { planned: 3, sending: 1, waiting: 0 };
  const changes = [
    { change: 5, state: "running", single: false, counts, total: 10 },
    { change: 4, state: "running", single: true, counts, total: 1 },
    { change: 3, state: "finished", single: false, counts, total: 10 },
  ];
  const answers: Readonly<
    Record<string, (input: { connection?: string; change?: number; active?: boolean }) => object>
  > = {
    "connections.list": () => ({ connections: [{ name: "Acme" }, { name: "Branch" }] }),
    "quotas.changes": ({ connection, active }) => ({
      changes: connection === "Acme" && active === true ? changes : [],
    }),
    "quotas.state": ({ change }) => changes.find((one) => one.change === change) ?? {},
    "quotas.refreshState": ({ connection }) =>
      connection === "Branch" ? { refresh: { refresh: 2, state: "running", done: 7, total: 30 } } : {},
  };
  const slice = openSlice(createQuotasSlice, (address, input) =>
    Promise.resolve({ ok: true, value: answers[address]?.(input) }),
  );
  vi.useFakeTimers();
  Object.assign(globalThis, { document: { hidden: true } });
  onTestFinished(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(globalThis, "document");
  });
  slice().putQuotaWork({ connection: "Acme", work: "writing", id: 3, done: 9, total: 10 });
  quotasTopics(slice)["shell.visibility"]?.({ visible: true, missed: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect(slice().quotaWork).toEqual([
    { connection: "Acme", work: "writing", id: 5, done: 6, total: 10 },
    { connection: "Branch", work: "refresh", id: 2, done: 7, total: 30 },
  ]);
});
