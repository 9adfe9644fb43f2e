/** One call to main at a time: whether it is running, and the failure of the last one. */
import { useCallback, useRef, useState } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import { failureOf } from "../lib/fleet.ts";

export interface Call {
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** Does nothing while a call runs, so a second press is no second call. Resolves to false if the call failed. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
  readonly clearFailure: () => void;
}

export function useCall(): Call {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = useCallback(async (work: () => Promise<void>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(failureOf(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, failure, run, clearFailure: useCallback(() => setFailure(undefined), []) };
}
