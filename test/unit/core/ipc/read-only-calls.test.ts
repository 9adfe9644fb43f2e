import { expect, test } from "vitest";
import {
  readingOperations,
  rejectChanges,
  rejectReadOnlyConnections,
  serviceChanges,
} from "../../../../main/core/ipc/read-only-calls.ts";
import type { Call } from "../../../../main/core/ipc/router.ts";
import { contract } from "#shared/contract/index.ts";

const failure = { code: "disk-full", text: { code: "disk-full" } };

test("every allowed operation is part of the contract", () => {
  const addresses = Object.entries(contract).flatMap(([feature, { operations }]) =>
    Object.keys(operations).map((name) => `${feature}.${name}`),
  );
  const reading = Object.entries(readingOperations).flatMap(([feature, names]) =>
    names.map((name) => `${feature}.${name}`),
  );
  const changing = Object.values(serviceChanges).flat();
  expect([...reading, ...changing].filter((address) => !addresses.includes(address))).toEqual([]);
});

test("reads are answered, and every other operation is rejected before it begins", async () => {
  const called: string[] = [];
  const call: Call = (address) => {
    called.push(address);
    return Promise.resolve({ ok: true, value: address });
  };
  const readOnly = rejectChanges(call, failure);
  expect(await readOnly("fleet.list", {})).toEqual({ ok: true, value: "fleet.list" });
  for (const address of ["campaigns.start", "sms.send", "session.signOut", "constructor", ""]) {
    expect(await readOnly(address, {})).toEqual({ ok: false, failure });
  }
  expect(called).toEqual(["fleet.list"]);
});

test.each(["GET", "POST", "PATCH", "DELETE", "get"])(
  "a raw request with %s is answered only if it reads",
  async (method) => {
    const readOnly = rejectChanges((address) => Promise.resolve({ ok: true, value: address }), failure);
    const outcome = await readOnly("connections.request", { method, path: "/api/v1/dns" });
    expect(outcome.ok).toBe(method === "GET");
  },
);

test("a read-only connection rejects what changes its service, however the input names it", async () => {
  const called: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    "campaigns.status": { connection: "office" },
    "quotas.state": { connection: "office" },
  };
  const call: Call = (address, input) => {
    if (address !== "connections.get") called.push(address);
    const { connection = "office" } = input as { readonly connection?: string };
    const value =
      address === "connections.get"
        ? { name: connection, options: { readOnly: connection === "office" } }
        : (answers[address] ?? address);
    return Promise.resolve({ ok: true, value });
  };
  const guarded = rejectReadOnlyConnections(call);
  const inputs = { connection: {}, campaign: { campaignId: "7" }, quotaChange: { change: 7 } } as const;
  for (const target of ["connection", "campaign", "quotaChange"] as const) {
    for (const address of serviceChanges[target]) {
      expect(await guarded(address, inputs[target])).toMatchObject({
        ok: false,
        failure: { code: "connection-read-only", details: { connection: "office" } },
      });
    }
  }
  expect(new Set(called)).toEqual(new Set(["campaigns.status", "quotas.state"]));
  for (const address of ["sms.thread", "campaigns.pause", "campaigns.stopAll", "quotas.cancel", "views.save"])
    expect(await guarded(address, {})).toMatchObject({ ok: true });
  expect(await guarded("sms.send", { connection: "lab" })).toEqual({ ok: true, value: "sms.send" });
});

test("an operation reports itself that its campaign does not exist", async () => {
  const failure404 = { ok: false, failure: { code: "campaign-unknown", text: { code: "internal" } } } as const;
  expect(await rejectReadOnlyConnections(() => Promise.resolve(failure404))("campaigns.retry", {})).toEqual(failure404);
});
