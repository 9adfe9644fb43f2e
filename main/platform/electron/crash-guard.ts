/** Restores the page after its process ended: reloaded where it was, a few times a minute; after that, the operator decides. */
import type { Clock, Log } from "../../core/hosts.ts";

export interface CrashGuardOptions {
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Log;
  readonly reload: () => void;
  /** True to reload once more. */
  readonly confirmReload: () => Promise<boolean>;
  readonly quit: () => void;
}

const maxReloads = 3;
const withinMs = 60_000;

/** Returns the handler of an end of the page's process; `reason` is Electron's. */
export function createCrashGuard(options: CrashGuardOptions): (reason: string) => Promise<void> {
  const { clock, log, reload, confirmReload, quit } = options;
  let reloads: readonly number[] = [];
  return async (reason) => {
    log.error("window.renderer-gone", { reason });
    if (reason === "clean-exit") return;
    reloads = reloads.filter((at) => clock.monotonic() - at < withinMs);
    if (reloads.length >= maxReloads) {
      if (!(await confirmReload())) return quit();
      reloads = [];
    }
    reloads = [...reloads, clock.monotonic()];
    reload();
  };
}
