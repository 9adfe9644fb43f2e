/** Preflight of a frozen campaign: loaded once, and again with quotas on request. */
import { formatText } from "#shared/texts/text.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { useConnectionData } from "../../../data/connection.ts";
import type { Frozen, Preflight } from "./frozen-slice.ts";

export type QuotaExtent = "sample" | "full";

export interface PreflightState {
  readonly preflight: Preflight | undefined;
  readonly problem: string | undefined;
  readonly pendingExtent: QuotaExtent | undefined;
  readonly checkQuotas: (quota: QuotaExtent) => void;
  readonly stop: () => void;
}

export const sampleSize = 200;

export function usePreflight({ status }: Frozen): PreflightState {
  const { campaignId, counts } = status;
  const [preflight, setPreflight] = useState<Preflight>();
  const [problem, setProblem] = useState<string>();
  const [pendingExtent, setPendingExtent] = useState<QuotaExtent>();
  const running = useRef<AbortController>(undefined);
  const session = useConnectionData("session.get");
  const work = useCallback(
    async (quota: QuotaExtent | "none", abort: AbortController): Promise<void> => {
      try {
        const next = await fleet.planning.preflight({ campaignId, quota, sampleSize }, abort.signal);
        if (abort.signal.aborted) return;
        // Quotas stay until they are requested again.
        setPreflight((before) => ({ ...next, quota: next.quota ?? before?.quota }));
        setProblem(undefined);
      } catch (error) {
        if (!abort.signal.aborted) setProblem(formatText(failureOf(error).text));
      }
    },
    [campaignId],
  );
  // A sign-in or removed recipients change the result.
  const turn = `${session?.state ?? ""} ${counts.pending}`;
  useEffect(() => {
    const abort = new AbortController();
    // oxlint-disable-next-line react/set-state-in-effect -- set asynchronously, after the response
    void work("none", abort);
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of turn triggers a reload
  }, [work, turn]);
  useEffect(() => () => running.current?.abort(), []);
  const stop = (): void => {
    running.current?.abort();
    setPendingExtent(undefined);
  };
  return {
    preflight,
    problem,
    pendingExtent,
    stop,
    checkQuotas: (quota) => {
      stop();
      const abort = new AbortController();
      running.current = abort;
      setPendingExtent(quota);
      void work(quota, abort).finally(() => {
        if (running.current === abort) setPendingExtent(undefined);
      });
    },
  };
}
