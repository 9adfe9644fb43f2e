/** A look-up over real HTTP: only a whole list proves that nothing was sent. */
import { expect, test } from "vitest";
import type { CampaignStore } from "../../../main/features/campaigns/ledger/sqlite-ledger.ts";
import { createReconciler } from "../../../main/features/campaigns/running/reconciler.ts";
import type { Ledger, UnknownRow, Verdict } from "../../../main/jobs/ledger.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeLog } from "../../fakes/fake-log.ts";
import { createMemoryLedger } from "../../fakes/memory-ledger.ts";
import { httpAnswer, startOddService } from "../../fakes/odd-service.ts";
import { makeApiClient } from "../../make/api-client.ts";

const clock = createFakeClock();
const lost = clock.now() - 60_000;
const row = {
  row: 1,
  target: "1",
  text: "CHK",
  attempt: 1,
  wanted: true,
  intentAt: lost,
  intentOffsetMs: 0,
  since: lost,
  checks: 0,
};

async function lookUp(body: string, headers: Readonly<Record<string, string>>): Promise<Verdict | undefined> {
  const service = await startOddService((_request, socket) => socket.write(httpAnswer(200, headers, body)));
  const api = makeApiClient(service.baseUrl);
  const due: UnknownRow[] = [row];
  const verdicts: Verdict[] = [];
  const plain = createMemoryLedger(clock, 1);
  const ledger: Ledger = {
    ...plain,
    dueUnknown: () => Promise.resolve({ rows: due.splice(0), nextAt: undefined }),
    reconcile: (found) => {
      verdicts.push(...found);
      return plain.counts();
    },
  };
  const owned = { ids: [], nameless: 0, rivals: 0 };
  const store = { ownedSms: () => Promise.resolve(owned) } as unknown as CampaignStore;
  const reconciler = createReconciler({
    api,
    store,
    ledger,
    clock,
    log: createFakeLog(),
    connection: 1,
    sourceAddress: "4911",
    graceMs: 1_000,
    provenNotSent: "send",
  });
  await reconciler.round(new AbortController().signal);
  await Promise.all([api.close(), service.close()]);
  return verdicts[0];
}

test("a whole list without the message proves that it was not sent", async () => {
  expect(await lookUp("[]", {})).toMatchObject({ row: 1, found: "not-sent" });
});

test.each([
  ["an empty body", "", {}],
  ["a first page of several", "[]", { "x-total-pages": "2" }],
  ["an answer out of a cache", "[]", { age: "30" }],
] as const)("%s proves nothing", async (_name, body, headers) => {
  expect(await lookUp(body, headers)).toMatchObject({ found: "still-unknown", code: "list-incomplete" });
});
