/** Final check before "finished": the stored counters against a recount of the rows. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";

/** Throws `ledger-miscounted` unless a recount gives the same counts. */
export async function checkCounters(store: CampaignStore, campaign: number, counts: RowCounts): Promise<void> {
  const recount: Readonly<Record<string, number>> = await store.recount(campaign);
  const wrong = Object.entries(counts).filter(([name, count]) => recount[name] !== count);
  if (wrong.length === 0) return;
  const names = wrong.map(([name]) => name).join(", ");
  throw new AppError("ledger-miscounted", codedText("counters-differ", { names }));
}
