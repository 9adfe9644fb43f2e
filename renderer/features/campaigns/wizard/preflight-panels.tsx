/** Duration, session lifetime, rate limit, and endpoints without SMS quota. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { formatDuration, formatNumber, formatTime } from "#shared/format.ts";
import { Facts, Panel } from "../../../ui/panel.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import type { Frozen, Preflight } from "./frozen-slice.ts";
import { displayZone } from "#shared/time-display.ts";
import { formatMoment } from "./schedule-time.ts";
import classes from "./wizard.module.css";
import { Button, Progress } from "@mantine/core";
import { useFleetdesk } from "../../../app/store/store.ts";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { useConnectionData } from "../../../data/connection.ts";

export function PreflightPanels({ frozen }: { readonly frozen: Frozen }): ReactElement {
  const { preflight, problem, pendingExtent, checkQuotas, stop } = usePreflight(frozen);
  const zone = frozen.planned.schedule?.zone ?? displayZone().name;
  const now = useNow();
  const lasts = preflight?.session.verdict === "enough" || preflight?.session.verdict === "unlimited";
  return (
    <div className={classes["pair"]}>
      <Panel title={t(($) => $.planning.preflight.title)}>
        {problem === undefined ? undefined : (
          <p className={classes["bad"]} role="alert">
            {problem}
          </p>
        )}
        {preflight === undefined ? (
          <p className="muted">
            {problem === undefined ? t(($) => $.planning.preflight.calculating) : t(($) => $.common.unknown)}
          </p>
        ) : (
          <>
            <p>
              <RichText
                components={{ b: <b /> }}
                text={($) => $.planning.preflight.duration}
                values={{
                  duration: formatDuration(preflight.durationMs),
                  end:
                    zone === displayZone().name
                      ? formatTime(preflight.endsAt, now)
                      : formatMoment(preflight.endsAt, zone),
                }}
              />
            </p>
            <p className="muted">{formatText(preflight.rateMessage)}</p>
            <Facts
              facts={[
                ...(preflight.defaultRate === undefined
                  ? []
                  : [[t(($) => $.planning.preflight.rate), formatText(preflight.defaultRate)] as const]),
                [t(($) => $.planning.preflight.cost), t(($) => $.common.segmentCount, { count: preflight.segments })],
                [
                  t(($) => $.planning.preflight.session),
                  <span className={lasts ? undefined : classes["warning"]} key="session">
                    {formatText(preflight.session.message)}
                  </span>,
                ],
              ]}
            />
          </>
        )}
      </Panel>
      <QuotaPanel pendingExtent={pendingExtent} preflight={preflight} onCheck={checkQuotas} onStop={stop} />
    </div>
  );
}

interface QuotaPanelProps {
  readonly preflight: Preflight | undefined;
  readonly pendingExtent: QuotaExtent | undefined;
  readonly onCheck: (quota: QuotaExtent) => void;
  readonly onStop: () => void;
}

/** Endpoints without SMS quota. Quotas are read from the service only on request, for a sample or for all recipients. */
function QuotaPanel({ preflight, pendingExtent, onCheck, onStop }: QuotaPanelProps): ReactElement {
  const progress = useFleetdesk((state) => state.quotaProgress);
  const recipients = preflight?.recipients ?? 0;
  const quota = preflight?.quota;
  const duration =
    preflight === undefined || preflight.rate <= 0 ? undefined : formatDuration((recipients / preflight.rate) * 1000);
  const done = progress?.done ?? 0;
  const total = progress?.total;
  const title =
    quota === undefined
      ? t(($) => $.planning.quota.title)
      : quota.complete
        ? t(($) => $.planning.quota.titleAll)
        : t(($) => $.planning.quota.titleSome, { count: quota.checked });
  return (
    <Panel title={title}>
      {quota === undefined ? (
        <p className="muted">{t(($) => $.planning.quota.notChecked)}</p>
      ) : (
        <QuotaSummary quota={quota} />
      )}
      {pendingExtent === undefined ? (
        <div className="controls">
          {recipients > sampleSize ? (
            <Button disabled={preflight === undefined} onClick={() => onCheck("sample")}>
              {t(($) => $.planning.quota.checkSample, { size: sampleSize })}
            </Button>
          ) : undefined}
          {quota?.complete === true ? undefined : (
            <Button disabled={preflight === undefined || recipients === 0} onClick={() => onCheck("full")}>
              {duration === undefined
                ? t(($) => $.planning.quota.checkAll, { count: recipients })
                : t(($) => $.planning.quota.checkAllAbout, { count: recipients, duration })}
            </Button>
          )}
        </div>
      ) : (
        <div className="controls">
          <Progress
            aria-label={t(($) => $.planning.quota.progress)}
            className={classes["progress"] ?? ""}
            value={total === undefined ? 0 : (done / Math.max(1, total)) * 100}
          />
          <span className="muted">
            {total === undefined ? "" : t(($) => $.planning.quota.progressCount, { done, total })}
          </span>
          <Button onClick={onStop}>{t(($) => $.planning.quota.stop)}</Button>
        </div>
      )}
    </Panel>
  );
}

function QuotaSummary({ quota }: { readonly quota: NonNullable<Preflight["quota"]> }): ReactElement {
  const { enough, short, unset, unknown, items } = quota;
  return (
    <>
      <div className="controls">
        <StatusPill tone="good">{t(($) => $.planning.quota.enough, { recipients: formatNumber(enough) })}</StatusPill>
        {short === 0 ? undefined : (
          <StatusPill tone="bad">{t(($) => $.planning.quota.short, { recipients: formatNumber(short) })}</StatusPill>
        )}
        {unset === 0 ? undefined : (
          <StatusPill title={t(($) => $.planning.quota.unsetHint)} tone="neutral">
            {t(($) => $.planning.quota.unset, { recipients: formatNumber(unset) })}
          </StatusPill>
        )}
        {unknown === 0 ? undefined : (
          <StatusPill tone="unknown">
            {t(($) => $.planning.quota.unknown, { recipients: formatNumber(unknown) })}
          </StatusPill>
        )}
      </div>
      {items.length === 0 ? undefined : (
        <details>
          <summary className={classes["link"]}>{t(($) => $.planning.quota.shortList)}</summary>
          <ul className={classes["entries"]}>
            {items.map(({ endpoint, name, left, needed }) => (
              <li key={endpoint}>
                <span>{name ?? endpoint}</span>
                <span className="muted">
                  {t(($) => $.planning.quota.left, { left: formatNumber(left), needed: formatNumber(needed) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

// Preflight of a frozen campaign: loaded once, and again with quotas on request.

type QuotaExtent = "sample" | "full";

interface PreflightState {
  readonly preflight: Preflight | undefined;
  readonly problem: string | undefined;
  readonly pendingExtent: QuotaExtent | undefined;
  readonly checkQuotas: (quota: QuotaExtent) => void;
  readonly stop: () => void;
}

const sampleSize = 200;

function usePreflight({ status }: Frozen): PreflightState {
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
