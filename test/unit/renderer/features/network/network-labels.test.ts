import { t } from "#shared/texts/text.ts";
import { describe, expect, test } from "vitest";
import {
  addressesOf,
  callbackLabel,
  dnsChangeStatus,
  dnsLabel,
  useTone,
  withDnsSent,
  withProfileSent,
} from "../../../../../renderer/features/network/network-labels.ts";
import { draftOf, emptyProfile } from "../../../../../renderer/features/network/profile-form-state.ts";

const configurations = [{ id: "5", primary: "192.0.2.53", secondary: "198.51.100.53", users: [] }];

describe("network labels", () => {
  test("labels a configuration by its servers, or by its id if they are not reported", () => {
    expect(configurations.map(addressesOf)).toEqual(["192.0.2.53, 198.51.100.53"]);
    expect(addressesOf({ id: "7" })).toBe(t(($) => $.network.dns.configuration, { dns: "7" }));
  });

  test.each([
    [
      { state: "uses", dns: "5" },
      t(($) => $.network.dns.withAddresses, { addresses: "192.0.2.53, 198.51.100.53", dns: "5" }),
    ],
    [{ state: "uses", dns: "9" }, t(($) => $.network.dns.configuration, { dns: "9" })],
    [{ state: "none" }, t(($) => $.common.none)],
    [{ state: "unknown" }, t(($) => $.common.unknown)],
  ] as const)("%j is %s", (assignment, label) => expect(dnsLabel(assignment, configurations)).toBe(label));

  test("uses the unknown tone only for a change with an unknown outcome", () => {
    const tones = (["uses", "none", "unknown"] as const).map((state) =>
      useTone({ assignment: state === "uses" ? { state, dns: "5" } : { state } }),
    );
    expect(tones).toEqual(["good", "neutral", "neutral"]);
    const lost = { change: 1, requested: { state: "none" }, at: 1 } as const;
    expect(useTone({ assignment: { state: "unknown" }, lost })).toBe("unknown");
    expect(callbackLabel({ state: "unknown" })).toBe(t(($) => $.common.unknown));
    expect(callbackLabel({ state: "none" })).toBe(t(($) => $.common.none));
  });

  test("distinguishes changes that were applied, undone, rejected, unknown, and not applied", () => {
    const change = {
      change: 1,
      kind: "attached",
      profile: "901",
      before: { state: "unknown" },
      after: { state: "uses", dns: "5" },
      at: 0,
      undoable: false,
    } as const;
    const states = (["done", "refused", "unknown", "not-applied"] as const).map(
      (state) => dnsChangeStatus({ ...change, state }).state,
    );
    expect(states).toEqual([
      t(($) => $.network.dns.done),
      t(($) => $.network.dns.rejected),
      t(($) => $.common.outcomeUnknown),
      t(($) => $.network.dns.notApplied),
    ]);
    expect(dnsChangeStatus({ ...change, state: "done", undoneBy: 2 }).state).toBe(t(($) => $.network.dns.undone));
  });
});

describe("a request with an unknown outcome", () => {
  const sent = { change: 7, at: 0, message: { code: "internal" } };
  test("is described by the record that it was to create or delete", () => {
    const created = withDnsSent({ ...sent, kind: "create", primary: "8.8.8.8", secondary: "8.8.4.4" });
    const deleted = withDnsSent({ ...sent, kind: "delete", dns: "4" });
    expect([created.summary, deleted.summary]).toEqual([
      t(($) => $.network.sent.createDns, { primary: "8.8.8.8", secondary: "8.8.4.4" }),
      t(($) => $.network.sent.deleteDns, { dns: "4" }),
    ]);
    expect(withProfileSent({ ...sent, name: "Neu", dns: "4" }).summary).toBe(
      [t(($) => $.network.sent.createProfile, { name: "Neu" }), t(($) => $.network.sent.withDns, { dns: "4" })].join(
        ", ",
      ),
    );
  });
});

describe("the form of a new service profile", () => {
  test("omits empty fields, and features left at the service's default", () => {
    expect(draftOf({ ...emptyProfile, name: " Meters " })).toEqual({ name: "Meters", switches: {} });
    expect(draftOf({ ...emptyProfile, name: "M", dns: "5", callback: " 7 ", switches: { retail: false } })).toEqual({
      name: "M",
      dns: "5",
      callback: "7",
      switches: { retail: false },
    });
  });
});
