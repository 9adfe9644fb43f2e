/** Settings: the checks of the program and of the connection to the service, the report of them for support, and the log. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Checkbox, SegmentedControl } from "@mantine/core";
import { type ReactElement, useId, useState } from "react";
import { formatDateTime } from "#shared/format.ts";
import type { Check, LogEntry } from "#shared/contract/diagnostics.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf, failureIn } from "../../lib/async-state.ts";
import { fleet } from "../../lib/fleet.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill, type Tone } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./settings.module.css";

export function DiagnosticsSection(): ReactElement {
  return (
    <div className={`${classes["column"]} ${classes["wide"]}`}>
      <ChecksPanel />
      <ReportPanel />
      <LogPanel />
    </div>
  );
}

function ChecksPanel(): ReactElement {
  const [checks, setChecks] = useState<readonly Check[]>();
  const { busy, failure, run } = useCall();
  const announce = useFleetdesk((state) => state.announce);
  const start = (): void =>
    void run(async () => {
      const result = await fleet.diagnostics.run({});
      setChecks(result.checks);
      announce(summaryOf(result.checks));
    });
  return (
    <Panel
      aside={
        <Button loading={busy} onClick={start} variant="filled">
          {t(($) => $.settings.diagnostics.run)}
        </Button>
      }
      title={t(($) => $.settings.diagnostics.title)}
    >
      <p className="muted">{t(($) => $.settings.diagnostics.intro)}</p>
      <FailureCallout failure={failure} title={t(($) => $.settings.diagnostics.notRun)} />
      {checks === undefined ? undefined : (
        <>
          <p>{summaryOf(checks)}</p>
          <ol aria-busy={busy} aria-label={t(($) => $.settings.diagnostics.title)} className={classes["checks"]}>
            {checks.map(({ id, result, message }) => (
              <li data-result={result} key={id}>
                <b>{t(($) => $.settings.diagnostics.check[id])}</b>
                <span>
                  <StatusPill tone={tones[result]}>{t(($) => $.settings.diagnostics.result[result])}</StatusPill>
                </span>
                <p>{formatText(message)}</p>
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

const tones: Readonly<Record<Check["result"], Tone>> = {
  ok: "good",
  warning: "waiting",
  problem: "bad",
  "not-checked": "neutral",
};

function summaryOf(checks: readonly Check[]): string {
  const [problems = 0, warnings = 0] = (["problem", "warning"] as const).map(
    (outcome) => checks.filter(({ result }) => result === outcome).length,
  );
  const parts = [
    ...(problems === 0 ? [] : [t(($) => $.settings.diagnostics.summary.problems, { count: problems })]),
    ...(warnings === 0 ? [] : [t(($) => $.settings.diagnostics.summary.warnings, { count: warnings })]),
  ];
  return parts.length === 0 ? t(($) => $.settings.diagnostics.summary.ok) : parts.join(", ");
}

function ReportPanel(): ReactElement {
  const [identifiers, setIdentifiers] = useState(false);
  const [file, setFile] = useState<string>();
  const { busy, failure, run } = useCall();
  const save = (): void =>
    void run(async () => {
      setFile(undefined);
      const saved = await fleet.diagnostics.saveReport({ identifiers });
      setFile(saved.file);
    });
  return (
    <Panel
      aside={
        <Button loading={busy} onClick={save}>
          {t(($) => $.settings.diagnostics.report.save)}
        </Button>
      }
      title={t(($) => $.settings.diagnostics.report.title)}
    >
      <p className="muted">{t(($) => $.settings.diagnostics.report.help)}</p>
      <Checkbox
        checked={identifiers}
        description={t(($) => $.settings.diagnostics.report.identifiersHelp)}
        label={t(($) => $.settings.diagnostics.report.identifiers)}
        onChange={({ currentTarget }) => setIdentifiers(currentTarget.checked)}
      />
      {file === undefined ? undefined : <p role="status">{t(($) => $.settings.diagnostics.report.saved, { file })}</p>}
      <FailureCallout failure={failure} title={t(($) => $.settings.diagnostics.report.failed)} />
    </Panel>
  );
}

const levels = ["debug", "info", "warn", "error"] as const satisfies readonly LogEntry["level"][];
const levelTones: Readonly<Record<LogEntry["level"], Tone>> = {
  debug: "neutral",
  info: "neutral",
  warn: "waiting",
  error: "bad",
};

function LogPanel(): ReactElement {
  const [level, setLevel] = useState<LogEntry["level"]>("warn");
  const labelId = useId();
  const log = useFleetQuery("diagnostics.log", { level }, { reloadOnOpen: true, keepPrevious: true });
  const entries = dataOf(log)?.entries;
  const label = t(($) => $.settings.diagnostics.log.entries);
  return (
    <Panel
      aside={
        <Button onClick={() => void reloadQueries("diagnostics.log")}>
          {t(($) => $.settings.diagnostics.log.reload)}
        </Button>
      }
      title={t(($) => $.settings.diagnostics.log.title)}
    >
      <div className={classes["row"]}>
        <span id={labelId}>{t(($) => $.settings.diagnostics.log.level)}</span>
        <SegmentedControl<LogEntry["level"]>
          aria-labelledby={labelId}
          data={levels.map((value) => ({ value, label: t(($) => $.settings.diagnostics.log.levels[value]) }))}
          onChange={setLevel}
          value={level}
        />
      </div>
      <FailureCallout failure={failureIn(log)} title={t(($) => $.settings.diagnostics.log.failed)} />
      {entries === undefined ? undefined : entries.length === 0 ? (
        <p className="muted">{t(($) => $.settings.diagnostics.log.empty)}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls
        <div aria-label={label} className={classes["log"]} role="region" tabIndex={0}>
          <ol>
            {entries.map(({ at, level: of, event, details }, index) => (
              <li key={`${at} ${index}`}>
                <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
                <StatusPill tone={levelTones[of]}>{t(($) => $.settings.diagnostics.log.levels[of])}</StatusPill>
                <span className="mono">{event}</span>
                {details === undefined ? undefined : <code className="mono">{details}</code>}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Panel>
  );
}
