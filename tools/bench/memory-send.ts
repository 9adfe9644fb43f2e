/** Sends a part of a planned campaign in a process of its own. */
import { openBenchCore, startConfirmed, waitForSettled } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import { watchMemory, type MemoryJob, type MemoryUse } from "./memory-sample.ts";

export type SendMemory = MemoryUse;

answerJob(async ({ dataDir, service, campaignId = "", settled = 0 }: MemoryJob): Promise<SendMemory> => {
  await using core = await openBenchCore(dataDir, service);
  const { use } = await watchMemory(async () => {
    const enough = waitForSettled(core.app, campaignId, settled);
    await startConfirmed(core.client, campaignId);
    await enough;
  });
  await core.client.campaigns.pause({ campaignId });
  return use;
});
