/** Sends a part of a planned campaign in a process of its own. */
import { openBenchCore, startConfirmed, waitForOutcomes } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import { watchMemory, type MemoryJob, type MemoryUse } from "./memory-sample.ts";

export type SendMemory = MemoryUse;

answerJob(async ({ dataDir, service, campaignId = "", outcomeCount = 0 }: MemoryJob): Promise<SendMemory> => {
  await using core = await openBenchCore(dataDir, service);
  const { use } = await watchMemory(async () => {
    const enough = waitForOutcomes(core.app, campaignId, outcomeCount);
    await startConfirmed(core.client, campaignId);
    await enough;
  });
  await core.client.campaigns.pause({ campaignId });
  return use;
});
