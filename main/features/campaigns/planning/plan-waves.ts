/** Waves of a campaign that is being planned: validated first, stored once its rows are. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Expect, Gate, WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { WaveAssigner } from "./assign-waves.ts";

/** Rows per commit, so the store thread can serve other calls in between. */
const rowsPerWrite = 20_000;

/** Throws `rings-invalid` for a gate that could never be satisfied. */
export function validateWaves(
  wavePlan: WavePlan | undefined,
  { expect, watchHours }: { readonly expect?: Expect; readonly watchHours: number },
): void {
  for (const gate of [wavePlan?.canary?.gate, wavePlan?.waves?.gate]) {
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

/** Stores which rows are in which wave; nothing where there is only one wave. */
export async function writeWaves(
  store: CampaignStore,
  campaign: number,
  assigner: WaveAssigner,
  signal: AbortSignal,
): Promise<void> {
  const waves = assigner.assign();
  if (waves === undefined) return;
  await store.createWaves({ campaign, sizes: waves.map(({ length }) => length) });
  for (const [wave, rows] of waves.entries()) {
    if (wave === 0) continue; // rows are planned into wave 0
    for (let from = 0; from < rows.length; from += rowsPerWrite) {
      throwIfStopped(signal);
      await store.assignToWave({ campaign, wave, rows: rows.slice(from, from + rowsPerWrite) });
    }
  }
}
