/** Plans a campaign from a file in a process of its own. */
import { openBenchCore } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import { from, template } from "./job.ts";
import { watchMemory, type MemoryJob, type MemoryUse } from "./memory-sample.ts";

export interface PlanMemory extends MemoryUse {
  readonly campaignId: string;
  readonly planned: number;
  readonly tookMs: number;
}

answerJob(async ({ dataDir, service, csv }: MemoryJob): Promise<PlanMemory> => {
  await using core = await openBenchCore(dataDir, service);
  const startedAt = performance.now();
  const { result, use } = await watchMemory(() =>
    core.client.campaigns.plan({
      name: "memory",
      from,
      text: template,
      audience: [{ source: { csv: { file: csv } } }],
      concurrency: 64,
    }),
  );
  const { campaignId, planned, excluded } = result;
  return { ...use, campaignId, planned: planned - excluded.length, tookMs: performance.now() - startedAt };
});
