/** Entry of the practice thread: runs the simulator until it gets a close message. The seed is constant, so that the fleet stays the same. */
import { parentPort, workerData } from "node:worker_threads";
import type { PracticeGreeting, PracticeTask } from "../platform/node/practice-host.ts";
import { startSimulator, type Simulator } from "../simulator/simulator.ts";

const seed = 2031;

/** At the requested port; at another one when it is in use. */
async function start({ endpoints, port }: PracticeTask): Promise<Simulator> {
  const options = { endpoints, seed, realistic: true, history: true, traffic: true };
  if (port === undefined) return await startSimulator(options);
  try {
    return await startSimulator({ ...options, port });
  } catch (error) {
    const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
    if (cause?.code !== "EADDRINUSE") throw error;
    return await startSimulator(options);
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const post = (greeting: PracticeGreeting): void => parentPort?.postMessage(greeting);

try {
  const simulator = await start(workerData as PracticeTask);
  parentPort?.once("message", () => void simulator.close().then(() => parentPort?.close()));
  post({ kind: "ready", baseUrl: simulator.baseUrl, applicationToken: simulator.applicationToken });
} catch (error) {
  post({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
}
