/** The core of a program that stays: it owns the data directory, and has an ear for the command line. */
import type { App } from "./app.ts";
import { toFailure } from "./failure.ts";
import type { Failure } from "#contract/kit.ts";
import type { Clock, Log } from "./hosts.ts";
import { createOutsideCalls, dataDirInUse } from "./ipc/outside-calls.ts";
import { serveControl } from "./node/control-server.ts";
import { lockDataDir } from "./node/lock.ts";
import { readOwner } from "./node/owner-file.ts";

export interface StartCoreOptions {
  readonly core: App;
  readonly dataDir: string;
  /** Of this program. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  /** A start has failed: true to try again. */
  readonly askAgain: (failure: Failure) => Promise<boolean>;
}

/** Ends the core and lets go of the data directory. */
export type EndCore = () => Promise<void>;

/** Throws why it could not be started, once nobody wants to try again. */
export async function startCore(options: StartCoreOptions): Promise<EndCore> {
  for (;;) {
    try {
      return await startOnce(options);
    } catch (error) {
      options.log.error("start.failed", {}, error);
      if (!(await options.askAgain(toFailure(error)))) throw error;
    }
  }
}

async function startOnce({ core, dataDir, version, clock, log }: StartCoreOptions): Promise<EndCore> {
  const opened: EndCore[] = [];
  const end = async (): Promise<void> => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    const lock = lockDataDir(dataDir);
    if (lock === undefined) throw dataDirInUse(readOwner(dataDir)?.pid);
    opened.push(async () => lock.release());
    // Before the start: a failure here leaves nothing running, and who calls too early waits.
    const { outside } = createOutsideCalls({ call: core.call, processId: process.pid, lasting: true });
    const control = await serveControl({ dataDir, version, call: outside, clock, log });
    opened.push(() => control.close());
    await core.start();
    control.open();
  } catch (error) {
    await end();
    throw error;
  }
  return async () => {
    opened.splice(1, 0, () => core.stop());
    await end();
  };
}
