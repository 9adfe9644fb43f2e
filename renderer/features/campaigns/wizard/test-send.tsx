/** Sends a test to a few endpoints before the campaign. */
import { t } from "#shared/texts/text.ts";
import { Button, TagsInput } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { ActionButton, useAction } from "../../../app/actions/run-action.tsx";
import { SendBlocker } from "../../../ui/send-blocker.tsx";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout, FailureCallout } from "../../../ui/callout.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { emptyBody, wordingOf } from "./draft-body.ts";
import { issueOf } from "./draft-issues.ts";
import {
  sendTestMessages,
  type TestMessages,
  type TestResult,
  type TestText,
  endpointLabel,
  resolveTests,
} from "./test-actions.ts";
import classes from "./wizard.module.css";
import { formatSegments } from "#shared/format.ts";
import { isFinalDelivery } from "#shared/rules/campaign-status.ts";
import { deliveryLabel, notCheckedLabel, type OutcomeLabel, outcomeLabels } from "../../../lib/outcome-labels.ts";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { refreshDelay } from "../../messages/message-status.ts";

const mostTests = 50;

export function TestSend(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const samples = useFleetdesk((state) => dataOf(state.wizardPreview)?.samples) ?? [];
  const ids = useFleetdesk((state) => state.wizardTest);
  const nameTest = useFleetdesk((state) => state.setTestEndpoints);
  const [planned, setPlanned] = useState<readonly TestText[]>();
  const [results, setResults] = useState<ReadonlyMap<string, TestResult>>(new Map());
  const { busy, failure, run } = useCall();
  const wording = wordingOf(body);
  const issue = issueOf(body, "from") ?? issueOf(body, "text");
  const scope = connection === undefined ? {} : { connection };
  const reset = (): void => {
    setPlanned(undefined);
    setResults(new Map());
  };
  const prepare = (): void =>
    void run(async () => {
      // Leaving the field has added its text to the selection, so the selection is read from the store.
      const named = useFleetdesk.getState().wizardTest;
      if (wording === undefined || named.length === 0) return;
      reset();
      const matches = await resolveTests(fleet.doctor, scope, named);
      nameTest(matches.map(endpointLabel));
      const endpoints = matches.map(({ id }) => id);
      const audience = body.audience ?? [];
      const within = audience.length === 0 ? {} : { audience: [...audience] };
      // The maximum allows messages longer than the campaign does; each of them needs a confirmation.
      setPlanned((await fleet.planning.render({ ...scope, ...within, wording, endpoints, maxSegments: 255 })).items);
    });
  const texts = (planned ?? []).filter(({ text }) => text !== undefined);
  const target: TestMessages = {
    connection,
    from: (body.from ?? "").trim(),
    expect: body.expect,
    texts,
    onResult: (endpoint, result) => setResults((before) => new Map([...before, [endpoint, result]])),
  };
  const { running, disabledReason } = useAction({ action: sendTestMessages, target });
  return (
    <>
      <p className="muted">{t(($) => $.planning.test.help)}</p>
      <div className={classes["row"]}>
        <TagsInput
          data={samples.map(({ endpoint, name }) => endpointLabel({ id: endpoint, name }))}
          data-field="test"
          description={t(($) => $.planning.test.endpointsHelp)}
          disabled={running}
          label={t(($) => $.planning.test.endpoints)}
          maxTags={mostTests}
          onChange={(next) => {
            nameTest(next);
            reset();
          }}
          size="xs"
          splitChars={[",", ";", "\n"]}
          value={[...ids]}
        />
        <Button disabled={issue !== undefined || running} loading={busy && planned === undefined} onClick={prepare}>
          {t(($) => $.planning.test.prepare)}
        </Button>
      </div>
      {issue === undefined ? undefined : (
        <p className="muted">{t(($) => $.planning.test.complete, { problem: issue })}</p>
      )}
      <FailureCallout failure={failure} title={t(($) => $.planning.test.failed)} />
      {planned === undefined ? undefined : <TestRows planned={planned} results={results} scope={scope} />}
      {running ? undefined : <Unconfirmed results={results} target={target} />}
      {planned === undefined || results.size > 0 ? undefined : (
        <div className="controls">
          <ActionButton action={sendTestMessages} target={target} />
          <SendBlocker reason={disabledReason} />
        </div>
      )}
    </>
  );
}

interface UnconfirmedProps {
  readonly target: TestMessages;
  readonly results: ReadonlyMap<string, TestResult>;
}

/** Messages that were not sent because they need a confirmation. */
function Unconfirmed({ target, results }: UnconfirmedProps): ReactElement | undefined {
  const confirmed: TestMessages["confirmed"] = (endpoint) => {
    const result = results.get(endpoint);
    return typeof result === "object" ? result.confirmation : undefined;
  };
  const texts = target.texts.filter(({ endpoint }) => confirmed(endpoint) !== undefined);
  if (texts.length === 0) return undefined;
  const endpoints = texts.map(({ endpoint }) => endpoint).join(", ");
  return (
    <Callout
      actions={<ActionButton action={sendTestMessages} target={{ ...target, texts, confirmed }} />}
      title={t(($) => $.planning.test.confirmTitle, { count: texts.length })}
      tone="bad"
    >
      <p>{t(($) => $.planning.test.confirmHelp, { endpoints })}</p>
    </Callout>
  );
}

// Test messages and their outcomes.

const notSent: OutcomeLabel = {
  text: t(($) => $.planning.test.notSent),
  tone: "bad",
  hint: t(($) => $.planning.test.nothingSent),
};

interface TestRowsProps {
  readonly planned: readonly TestText[];
  readonly results: ReadonlyMap<string, TestResult>;
  readonly scope: { readonly connection?: string };
}

function TestRows({ planned, results, scope }: TestRowsProps): ReactElement {
  return (
    <ul aria-label={t(($) => $.planning.test.messages)} className={classes["samples"]}>
      {planned.map(({ endpoint, name, text, segments, segmentsExact = true, missing }) => (
        <li key={endpoint}>
          <p className="muted">
            {name === undefined ? endpoint : `${name} · ${endpoint}`}
            {segments === undefined ? "" : ` · ${formatSegments(segments, segmentsExact)}`}
          </p>
          {text === undefined ? (
            <p className={classes["bad"]}>
              {missing === undefined
                ? t(($) => $.planning.test.noValueUnnamed)
                : t(($) => $.planning.test.noValue, { variable: missing })}
            </p>
          ) : (
            <p className={classes["sample"]}>{text}</p>
          )}
          <ResultText endpoint={endpoint} result={results.get(endpoint)} scope={scope} />
        </li>
      ))}
    </ul>
  );
}

interface ResultTextProps extends Pick<TestRowsProps, "scope"> {
  readonly endpoint: string;
  readonly result: TestResult | undefined;
}

function ResultText({ endpoint, result, scope }: ResultTextProps): ReactElement | undefined {
  if (result === undefined) return undefined;
  if (result === "sending") return <p className="muted">{t(($) => $.planning.test.sending)}</p>;
  const { text, tone, hint } = result.outcome === "not-sent" ? notSent : outcomeLabels[result.outcome];
  return (
    <p role="status">
      <StatusPill tone={tone}>{text}</StatusPill>{" "}
      {result.outcome === "accepted" && result.smsId !== undefined ? (
        <TestDelivery {...scope} endpoint={endpoint} id={result.smsId} />
      ) : (
        (result.message ?? hint)
      )}
    </p>
  );
}

/** Delivery status from the service, polled at growing intervals until it is final. */
function TestDelivery(sms: {
  readonly connection?: string;
  readonly endpoint: string;
  readonly id: string;
}): ReactElement {
  const { connection, endpoint, id } = sms;
  const [lastCheck, setLastCheck] = useState<{ readonly turn: number; readonly delivery: string | undefined }>();
  useEffect(() => {
    if (lastCheck?.delivery !== undefined && isFinalDelivery(lastCheck.delivery)) return undefined;
    const turn = (lastCheck?.turn ?? -1) + 1;
    const abort = new AbortController();
    const timer = window.setTimeout(
      () => {
        const scope = connection === undefined ? {} : { connection };
        fleet.sms.get({ ...scope, endpoint, id }, abort.signal).then(
          ({ delivery }) => setLastCheck({ turn, delivery }),
          // After a failure the last status stays, and polling continues.
          () => !abort.signal.aborted && setLastCheck({ turn, delivery: lastCheck?.delivery }),
        );
      },
      turn === 0 ? 0 : refreshDelay(turn - 1),
    );
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [lastCheck, connection, endpoint, id]);
  const word = lastCheck?.delivery === undefined ? notCheckedLabel : deliveryLabel(lastCheck.delivery);
  return (
    <>
      {t(($) => $.planning.test.delivery)}{" "}
      <StatusPill title={word.hint} tone={word.tone}>
        {word.text}
      </StatusPill>
    </>
  );
}
