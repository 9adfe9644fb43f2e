/** Rings of a campaign that is being planned: checked before, written down once its rows are. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Expect, Gate, Rings } from "#contract/campaign-words.ts";
import { AppError } from "../../../failure.ts";
import { throwIfStopped } from "../../../wait.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { RingAssigner } from "./assign-rings.ts";

/** Rows of one commit: the store's thread does other things in between. */
const rowsPerWrite = 20_000;

/** Throws `rings-invalid` for a gate that could never be met. */
export function checkRings(
  rings: Rings | undefined,
  { expect, watchHours }: { readonly expect?: Expect | undefined; readonly watchHours: number },
): void {
  for (const gate of [rings?.canary?.gate, rings?.waves?.gate]) {
    if (gate?.on === "expected-reply" && expect === undefined) {
      throw invalid(codedText("gate-without-reply"), gate);
    }
    if (gate !== undefined && watchHours === 0) {
      throw invalid(codedText("gate-without-tracking"), gate);
    }
  }
}

function invalid(text: CodedText, gate: Gate): AppError {
  return new AppError("rings-invalid", text, { details: { field: "rings", gate: gate.on } });
}

/** Writes who is in which ring; nothing where all are in one. */
export async function writeRings(
  store: CampaignStore,
  campaign: number,
  assigner: RingAssigner,
  signal: AbortSignal,
): Promise<void> {
  const rings = assigner.assign();
  if (rings === undefined) return;
  await store.createRings({ campaign, sizes: rings.map(({ length }) => length) });
  for (const [ring, rows] of rings.entries()) {
    if (ring === 0) continue; // where every row was planned into
    for (let from = 0; from < rows.length; from += rowsPerWrite) {
      throwIfStopped(signal);
      await store.putInRing({ campaign, ring, rows: rows.slice(from, from + rowsPerWrite) });
    }
  }
}
