/** Sends a test to a few endpoints before the campaign: each message is a single SMS, sent at most once. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TagsInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { nextConfirmation, type SmsConfirmation } from "../../../lib/sms-confirmation.ts";
import { readOnlyReason } from "../../../app/actions/action.ts";
import { useActionValue } from "../../../app/actions/run-action.tsx";
import { SendBlocker } from "../../../ui/send-blocker.tsx";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { emptyBody, wordingOf } from "./draft-body.ts";
import { issueOf } from "./draft-issues.ts";
import { endpointLabel, resolveTests } from "./test-endpoints.ts";
import { TestRows, type TestResult, type TestText } from "./test-rows.tsx";
import classes from "./wizard.module.css";
import type { Expect } from "#shared/contract/campaigns/campaign-schemas.ts";

const mostTests = 50;

export function TestSend(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const samples = useFleetdesk((state) => dataOf(state.wizardPreview)?.samples) ?? [];
  const ids = useFleetdesk((state) => state.wizardTest);
  const nameTest = useFleetdesk((state) => state.setTestEndpoints);
  const [planned, setPlanned] = useState<readonly TestText[]>();
  const [results, setResults] = useState<ReadonlyMap<string, TestResult>>(new Map());
  const [isConfirming, setIsConfirming] = useState(false);
  const { busy, failure, run } = useCall();
  const readOnly = useActionValue(() => readOnlyReason(connection));
  const wording = wordingOf(body);
  const issue = issueOf(body, "from") ?? issueOf(body, "text");
  const scope = connection === undefined ? {} : { connection };
  const reset = (): void => {
    setPlanned(undefined);
    setResults(new Map());
    setIsConfirming(false);
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
  const sendable = (planned ?? []).filter(({ text }) => text !== undefined);
  const confirmationOf = (endpoint: string): SmsConfirmation | undefined => {
    const result = results.get(endpoint);
    return typeof result === "object" ? result.confirmation : undefined;
  };
  const unconfirmed = sendable.filter(({ endpoint }) => confirmationOf(endpoint) !== undefined);
  const send = (texts: readonly TestText[]): void =>
    void run(async () => {
      setIsConfirming(false);
      // Exactly the rendered messages are sent, one after the other, even if the draft changes.
      for (const { endpoint, text = "" } of texts) {
        setResults((before) => new Map([...before, [endpoint, "sending"]]));
        const result = await sendTest({
          ...scope,
          endpoint,
          from: (body.from ?? "").trim(),
          text,
          expect: body.expect,
          confirmed: confirmationOf(endpoint) ?? {},
        });
        setResults((before) => new Map([...before, [endpoint, result]]));
      }
    });
  return (
    <>
      <p className="muted">{t(($) => $.planning.test.help)}</p>
      <div className={classes["row"]}>
        <TagsInput
          data={samples.map(({ endpoint, name }) => endpointLabel({ id: endpoint, name }))}
          description={t(($) => $.planning.test.endpointsHelp)}
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
        <Button disabled={issue !== undefined || busy} loading={busy && planned === undefined} onClick={prepare}>
          {t(($) => $.planning.test.prepare)}
        </Button>
      </div>
      {issue === undefined ? undefined : (
        <p className="muted">{t(($) => $.planning.test.complete, { problem: issue })}</p>
      )}
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.planning.test.failed)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      {planned === undefined ? undefined : <TestRows planned={planned} results={results} scope={scope} />}
      {busy ? undefined : <Unconfirmed onSend={send} texts={unconfirmed} />}
      {planned === undefined || results.size > 0 ? undefined : isConfirming ? (
        <div className={classes["buttons"]} role="group" aria-label={t(($) => $.planning.test.confirm)}>
          <b>{t(($) => $.planning.test.question, { count: sendable.length, from: body.from ?? "" })}</b>
          <Button onClick={() => send(sendable)} variant="filled">
            {t(($) => $.planning.test.sendNow, { count: sendable.length })}
          </Button>
          <Button onClick={() => setIsConfirming(false)}>{t(($) => $.common.cancel)}</Button>
        </div>
      ) : (
        <div className={classes["buttons"]}>
          <Button disabled={sendable.length === 0 || readOnly !== undefined} onClick={() => setIsConfirming(true)}>
            {t(($) => $.planning.test.send, { count: sendable.length })}
          </Button>
          <SendBlocker reason={readOnly} />
        </div>
      )}
    </>
  );
}

interface UnconfirmedProps {
  readonly texts: readonly TestText[];
  readonly onSend: (texts: readonly TestText[]) => void;
}

/** Messages that need a confirmation. */
function Unconfirmed({ texts, onSend }: UnconfirmedProps): ReactElement | undefined {
  if (texts.length === 0) return undefined;
  const endpoints = texts.map(({ endpoint }) => endpoint).join(", ");
  return (
    <Callout title={t(($) => $.planning.test.confirmTitle, { count: texts.length })} tone="bad">
      <p>{t(($) => $.planning.test.confirmHelp, { endpoints })}</p>
      <Button onClick={() => onSend(texts)}>{t(($) => $.planning.test.sendAnyway, { count: texts.length })}</Button>
    </Callout>
  );
}

interface TestMessage {
  readonly connection?: string;
  readonly endpoint: string;
  readonly from: string;
  readonly text: string;
  readonly expect: Expect | undefined;
  readonly confirmed: SmsConfirmation;
}

/** Every outcome, including a failure, is a result and never an exception. */
async function sendTest({ expect, confirmed, ...message }: TestMessage): Promise<TestResult> {
  try {
    const {
      outcome,
      message: responseText,
      smsId,
    } = await fleet.sms.send({
      ...message,
      ...confirmed,
      expect,
    });
    return { outcome, message: responseText && formatText(responseText), smsId };
  } catch (error) {
    const failure = failureOf(error);
    const confirmation = nextConfirmation(failure, confirmed);
    return {
      outcome: "not-sent",
      message: formatText(failure.text),
      confirmation,
    };
  }
}
