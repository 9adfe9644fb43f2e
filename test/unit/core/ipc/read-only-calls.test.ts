import { expect, test } from "vitest";
import { readingOperations, rejectChanges } from "../../../../main/core/ipc/read-only-calls.ts";
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
  expect(reading.filter((address) => !addresses.includes(address))).toEqual([]);
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
