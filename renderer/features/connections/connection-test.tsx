/** Tests the path to the service and shows the result of each hop; the failing one is named first. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconRoute } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { HopResult } from "#shared/contract/diagnostics.ts";
import { hopNames } from "#shared/rules/hop-names.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { StatusPill, type Tone } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connect.module.css";
import { reportOf, type TestResult, durationText, verdictOf } from "./test-result.ts";

export interface ConnectionTestState {
  readonly busy: boolean;
  readonly start: (baseUrl: string, request: () => Promise<TestResult>) => void;
  /** Discards the result, because the tested input has changed. */
  readonly reset: () => void;
  /** Rendered apart from the button, since it needs more space. */
  readonly result: ReactElement | undefined;
}

interface Done {
  readonly baseUrl: string;
  readonly at: number;
  readonly result: TestResult;
}

/** State of one connection test; the result is discarded on unmount. */
export function useConnectionTest(): ConnectionTestState {
  const { busy, failure, run, clearFailure } = useCall();
  const [done, setDone] = useState<Done>();
  const announce = useFleetdesk((state) => state.announce);
  const start = (baseUrl: string, request: () => Promise<TestResult>): void =>
    void run(async () => {
      announce(t(($) => $.connections.test.running));
      const result = await request();
      setDone({ baseUrl, at: Date.now(), result });
      announce(verdictOf(result));
    });
  const reset = (): void => {
    setDone(undefined);
    clearFailure();
  };
  if (failure !== undefined && !busy) {
    const result = <FailureCallout failure={failure} title={t(($) => $.connections.test.notRun)} />;
    return { busy, start, reset, result };
  }
  return { busy, start, reset, result: done === undefined ? undefined : <Result done={done} isOld={busy} /> };
}

export function TestButton({ busy, onClick }: { readonly busy: boolean; readonly onClick: () => void }): ReactElement {
  return (
    <Button leftSection={<IconRoute aria-hidden="true" size={14} stroke={1.6} />} loading={busy} onClick={onClick}>
      {t(($) => $.connections.test.run)}
    </Button>
  );
}

const tones: Readonly<Record<HopResult["result"], Tone>> = {
  ok: "good",
  warning: "waiting",
  failed: "bad",
  skipped: "neutral",
};

function Result({ done, isOld }: { readonly done: Done; readonly isOld: boolean }): ReactElement {
  const { copy, copied, error } = useClipboard();
  const { result, baseUrl, at } = done;
  const hasWarning = result.hops.some((hop) => hop.result === "warning");
  const tone = result.works ? (hasWarning ? "waiting" : "good") : "bad";
  return (
    <Callout title={verdictOf(result)} tone={tone}>
      <ol aria-busy={isOld} aria-label={t(($) => $.connections.test.steps)} className={classes["hops"]}>
        {result.hops.map(({ hop, result: outcome, message, tookMs }) => (
          <li data-hop={hop} data-result={outcome} key={hop}>
            <b>{hopNames[hop]}</b>
            <span>
              <StatusPill tone={tones[outcome]}>{t(($) => $.connections.test.result[outcome])}</StatusPill>
            </span>
            <p>{formatText(message)}</p>
            <span className={classes["duration"]}>{outcome === "skipped" ? "" : durationText(tookMs)}</span>
          </li>
        ))}
      </ol>
      <div className="controls">
        <Button onClick={() => copy(reportOf(baseUrl, result, at))}>
          {copied ? t(($) => $.common.copied) : t(($) => $.connections.test.copy)}
        </Button>
        <span className="muted">
          {error === null ? t(($) => $.connections.test.noSecret) : t(($) => $.connections.test.notCopied)}
        </span>
      </div>
    </Callout>
  );
}
