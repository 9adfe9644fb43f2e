/** A quota is read again after the service accepted its change. */
import { expect, it } from "vitest";
import { startPassThrough } from "../../../fakes/pass-through.ts";
import { distantExpiry as expiresAt } from "../../../make/quota-state.ts";
import { openQuotaCore, setElsewhere } from "../../../make/quotas.ts";

it("an accepted change that a later read contradicts is reported with both quotas", async () => {
  const endpoint = "70002";
  let calls = 0;
  let beforeReadingAgain = (): Promise<void> => Promise.resolve();
  await using core = await openQuotaCore({
    connection: { quotaPath: "literal" },
    proxy: (baseUrl) =>
      startPassThrough(baseUrl, async (path) => {
        if (!path.endsWith("/quota/data")) return;
        calls += 1;
        // The first read and the change come before it.
        if (calls === 3) await beforeReadingAgain();
      }),
  });
  beforeReadingAgain = () => setElsewhere(core, endpoint, 37.5);
  const operation = { op: "set", volume: 50, expiresAt } as const;
  expect(await core.client.quotas.change({ endpoint, kind: "data", operation })).toMatchObject({
    outcome: "differs",
    requested: { quota: { volume: 50 } },
    reading: { state: { quota: { volume: 37.5 } } },
  });
});
