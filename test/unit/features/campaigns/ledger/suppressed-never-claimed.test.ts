/** The suppression list on a real database: no endpoint on it is claimed, in any order of adding, claiming, answering and crashing. */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commit, recover } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import { addSuppression, suppressPage } from "../../../../../main/features/campaigns/ledger/queries-plan.ts";
import { readCounts } from "../../../../../main/features/campaigns/ledger/queries-counters.ts";
import { recount } from "../../../../../main/features/campaigns/ledger/queries-rows.ts";
import {
  addSuppressed,
  openCampaigns,
  removeSuppressed,
  suppressedValues,
} from "../../../../../main/features/campaigns/ledger/queries-suppression.ts";
import type { ClaimedRow } from "../../../../../main/core/jobs/ledger.ts";
import { holder, makeRunningCampaign, retryAll } from "../../../../make/campaign-database.ts";
import { openDatabase } from "../../../../make/database.ts";

const rows = 10;
const endpoint = fc.integer({ min: 1001, max: 1000 + rows }).map(String);
const outcome = fc.constantFrom("accepted" as const, "refused" as const, "not-sent" as const);
const step = fc.oneof(
  fc.record({ do: fc.constant("add" as const), value: endpoint, byId: fc.boolean() }),
  fc.record({ do: fc.constant("remove" as const), value: endpoint }),
  fc.record({ do: fc.constant("claim" as const), count: fc.integer({ min: 1, max: 4 }), outcome }),
  fc.record({ do: fc.constant("crash" as const) }),
  fc.record({ do: fc.constant("retry" as const), scope: fc.constantFrom("refused" as const, "unknown" as const) }),
);

test("never claims a suppressed endpoint, in any order of events", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const database = openDatabase();
      const { db } = database;
      try {
        const campaign = makeRunningCampaign(db, rows);
        const suppressed = new Set<string>();
        let flying: readonly ClaimedRow[] = [];
        for (const one of steps) {
          switch (one.do) {
            case "add":
              addSuppressed(db, { connection: 1, values: [one.value], note: "", now: 1 });
              expect(openCampaigns(db, 1)).toEqual([campaign]);
              // By endpoint where it is cached, otherwise by the identifier of its row.
              if (one.byId) addSuppression(db, { campaign, endpoints: [one.value] });
              else suppressPage(db, { campaign, values: [one.value], after: -1 });
              suppressed.add(one.value);
              break;
            case "remove":
              removeSuppressed(db, { connection: 1, values: [one.value] });
              expect(suppressedValues(db, 1)).not.toContain(one.value);
              break;
            case "claim": {
              const outcomeRecords = flying.map(({ row }) => outcomeRecordOf(row, one.outcome));
              const common = {
                campaign,
                holder,
                now: 2,
                offsetMs: undefined,
                firstCheckAt: 3,
                firstWatchMs: undefined,
              };
              flying = commit(db, { ...common, outcomeRecords, claim: one.count }).claimed;
              expect(flying.filter(({ target }) => suppressed.has(target))).toEqual([]);
              break;
            }
            case "crash":
              recover(db, { campaign, now: 4, checkAt: 5 });
              flying = [];
              break;
            case "retry":
              retryAll(db, { campaign, scope: one.scope, now: 6 });
              break;
          }
          expect(readCounts(db, campaign)).toEqual(recount(db, campaign));
        }
      } finally {
        database.close();
      }
    }),
    { numRuns: 40 },
  );
});

function outcomeRecordOf(row: number, outcome: "accepted" | "refused" | "not-sent") {
  switch (outcome) {
    case "accepted":
      return { row, outcome, reference: `sms-${row}` };
    case "refused":
      return { row, outcome, code: "no", message: codedText("connection-lost") };
    case "not-sent":
      return { row, outcome, code: "throttled", performed: true };
  }
}
