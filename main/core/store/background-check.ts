/** Work on database files in threads of their own: the integrity check, in the background at most once a day, and what is requested. */
import { fromFailure } from "#shared/failure.ts";
import { formatText } from "#shared/texts/text.ts";
import { readFileSync } from "node:fs";
import type { Clock, Log, StartStoreThread, StoreThread } from "../hosts.ts";
import { writePrivateFile } from "../files/private-file.ts";
import type { FileResults, FileTask, FileTaskMessage, WireFailure } from "./messages.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** How often it is determined whether a check is due. */
const intervalMs = 60 * 60 * 1000;
/** Leaves the disk to the start of the program first. */
const delayMs = 20_000;

export interface BackgroundCheckOptions {
  readonly file: string;
  readonly startThread: StartStoreThread;
  readonly log: Log;
  readonly clock: Clock;
  /** The file has just been checked or created: save that and do nothing more today. */
  readonly checkedNow: boolean;
  readonly onCorrupt: (failure: WireFailure) => void;
}

export interface BackgroundCheck {
  /** Ends a running check; it is due again at the next start. */
  stop(): Promise<void>;
}

/** Checks some time after the start, and then once a day, where no check was made within a day. */
export function startBackgroundCheck(options: BackgroundCheckOptions): BackgroundCheck {
  if (options.checkedNow) remember(options);
  let worker: StoreThread | undefined;
  let cancel = (): void => undefined;
  // Also where the time could not be saved, or damage was found.
  let triedAt = options.checkedNow ? options.clock.monotonic() : undefined;
  const schedule = (afterMs: number): void => {
    cancel = options.clock.after(afterMs, () => {
      const now = options.clock.monotonic();
      const mayTry = triedAt === undefined || now - triedAt >= dayMs;
      if (mayTry && isDue(lastCheck(options.file), options.clock.now())) {
        triedAt = now;
        worker = run(options);
      }
      schedule(intervalMs);
    });
  };
  schedule(delayMs);
  return {
    stop: async () => {
      cancel();
      await worker?.terminate();
    },
  };
}

/** Also due when the last check is in the future: the clock was set back since. */
function isDue(lastMs: number | undefined, nowMs: number): boolean {
  return lastMs === undefined || lastMs > nowMs || nowMs - lastMs >= dayMs;
}

/** Runs work on files in a thread of its own. An aborted task rejects with the reason of the signal; its thread ends at once. */
export function runFileTask<K extends FileTask["kind"]>(
  startThread: StartStoreThread,
  task: FileTask & { readonly kind: K },
  signal?: AbortSignal,
): Promise<FileResults[K]> {
  const worker = startFileTask(task, startThread);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      void worker.terminate();
      reject(signal?.reason as Error);
    };
    worker.once("error", reject);
    worker.once("message", (message: FileTaskMessage) => {
      signal?.removeEventListener("abort", onAbort);
      if ("failure" in message) reject(fromFailure(message.failure));
      else resolve(message.value as FileResults[K]);
    });
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}

function startFileTask(task: FileTask, startThread: StartStoreThread): StoreThread {
  const worker = startThread(task, "fleetdesk-files");
  worker.unref();
  return worker;
}

function run(options: BackgroundCheckOptions): StoreThread {
  const worker = startFileTask({ kind: "check", file: options.file }, options.startThread);
  const startedMs = options.clock.monotonic();
  worker.once("error", (error: Error) => options.log.error("store.check-failed", {}, error));
  worker.once("message", (message: FileTaskMessage) => {
    const tookMs = Math.round(options.clock.monotonic() - startedMs);
    if (!("failure" in message)) {
      options.log.info("store.checked", { tookMs });
      remember(options);
      return;
    }
    const { failure } = message;
    if (failure.code === "database-corrupt") options.onCorrupt(failure);
    else options.log.warn("store.check-failed", { code: failure.code, message: formatText(failure.text) });
  });
  return worker;
}

function checkedFile(file: string): string {
  return `${file}-checked`;
}

function lastCheck(file: string): number | undefined {
  try {
    const at = Number(readFileSync(checkedFile(file), "utf8"));
    return Number.isFinite(at) ? at : undefined;
  } catch {
    // Missing or unreadable: the check is due, which is the safe answer.
    return undefined;
  }
}

function remember(options: BackgroundCheckOptions): void {
  try {
    writePrivateFile(checkedFile(options.file), String(options.clock.now()));
  } catch (error) {
    // Worst case: it is repeated tomorrow, or at the next start.
    options.log.warn("store.check-not-saved", {}, error);
  }
}
