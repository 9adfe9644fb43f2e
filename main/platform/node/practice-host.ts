/** The simulator in a thread of its own, so that a large fleet never blocks the main thread. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { Worker } from "node:worker_threads";
import { AppError } from "#shared/failure.ts";
import type { PracticeHost, PracticeService } from "../../core/hosts.ts";

/** The thread's start options. */
export interface PracticeTask {
  readonly endpoints: number;
  readonly port: number | undefined;
}

export type PracticeGreeting =
  | { readonly kind: "ready"; readonly baseUrl: string; readonly applicationToken: string }
  | { readonly kind: "failed"; readonly message: string };

/** `workerUrl`: `main/app/practice-worker.ts`, or `practice-worker.js` next to the bundled entry. */
export function createPracticeHost(workerUrl: URL): PracticeHost {
  return { start: (task) => startThread(workerUrl, task) };
}

function startThread(workerUrl: URL, task: PracticeTask): Promise<PracticeService> {
  const worker = new Worker(workerUrl, { workerData: task, name: "fleetdesk-practice" });
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  return new Promise((resolve, reject) => {
    const fail = (reason: string | CodedText, cause?: unknown): void =>
      reject(new AppError("practice-not-started", codedText("practice-not-started", { reason }), { cause }));
    worker.once("error", (error: Error) => fail(error.message, error));
    worker.once("exit", () => fail(codedText("practice-thread-ended")));
    worker.once("message", (greeting: PracticeGreeting) => {
      if (greeting.kind === "failed") {
        fail(greeting.message);
        return;
      }
      const { baseUrl, applicationToken } = greeting;
      resolve({
        baseUrl,
        applicationToken,
        ended,
        close: async () => {
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
          worker.postMessage("close");
          await ended;
        },
      });
    });
  });
}
