/** Measures one start. */
import { answerJob } from "./child.ts";

export interface StartTimes {
  /** Loading and compiling the modules. */
  readonly loadMs: number;
  /** From `start()` until a call is answered. */
  readonly readyMs: number;
  /** From `start()` until the first page of endpoints is loaded. */
  readonly pageMs: number;
}

answerJob(async ({ dataDir }: { readonly dataDir: string }): Promise<StartTimes> => {
  const beganAt = performance.now();
  const { createApp } = await import("../../main/app/create-app.ts");
  const { benchHosts } = await import("./bench-core.ts");
  const startedAt = performance.now();
  const app = createApp(benchHosts(dataDir));
  await app.start();
  const { connections } = await app.client.connections.list({});
  const readyAt = performance.now();
  if (connections.length !== 1) throw new Error("The connection is not there.");
  const { items } = await app.client.fleet.list({ collection: "endpoint" });
  const pageAt = performance.now();
  if (items.length === 0) throw new Error("The cache is empty.");
  await app.stop();
  return { loadMs: startedAt - beganAt, readyMs: readyAt - startedAt, pageMs: pageAt - startedAt };
});
