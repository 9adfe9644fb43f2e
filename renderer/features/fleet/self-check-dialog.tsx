/** Sends the same query to the cache and the service, and describes the differences. */
import { t } from "#shared/texts/text.ts";
import { Button, Group, Loader, Modal } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { FleetClient } from "#shared/contract/index.ts";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime } from "#shared/format.ts";
import { failed, idle, ready, type AsyncState } from "../../lib/async-state.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import classes from "./fleet.module.css";
import { formatSelfCheck } from "./format-self-check.ts";

export interface SelfCheckDialogProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly onClose: () => void;
}

type Result = Awaited<ReturnType<FleetClient["fleet"]["selfCheck"]>>;

export function SelfCheckDialog({ name, question, onClose }: SelfCheckDialogProps): ReactElement {
  const [result, setResult] = useState<AsyncState<Result>>(idle);
  const [turn, setTurn] = useState(0);
  const { filter, sort } = question;
  useEffect(() => {
    const abort = new AbortController();
    const check = async (): Promise<void> => {
      try {
        setResult(ready(await fleet.fleet.selfCheck({ ...name, filter, sort }, abort.signal)));
      } catch (error) {
        if (!abort.signal.aborted) setResult(failed<Result>(idle, error));
      }
    };
    void check();
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn is another comparison
  }, [name, filter, sort, turn]);
  const again = (): void => {
    setResult(idle);
    setTurn(turn + 1);
  };
  return (
    <Modal onClose={onClose} opened size={520} title={t(($) => $.fleet.selfCheck.title)}>
      {result.state === "ready" ? (
        <Answer result={result.value} />
      ) : result.state === "failed" ? (
        <FailureNotice failure={result.failure} title={t(($) => $.fleet.selfCheck.failed)} />
      ) : (
        <p className={classes["checking"]} role="status">
          <Loader size={14} /> {t(($) => $.fleet.selfCheck.running)}
        </p>
      )}
      <Group justify="flex-end" mt="lg">
        {result.state === "never" ? undefined : <Button onClick={again}>{t(($) => $.fleet.selfCheck.again)}</Button>}
        <Button onClick={onClose} variant="filled">
          {t(($) => $.common.close)}
        </Button>
      </Group>
    </Modal>
  );
}

function Answer({ result }: { readonly result: Result }): ReactElement {
  const { title, sentences } = formatSelfCheck(result);
  return (
    <Callout title={title} tone={result.agrees ? "good" : "waiting"}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className={classes["quiet"]}>
        {t(($) => $.fleet.selfCheck.checkedAt, { time: formatDateTime(result.checkedAt) })}
      </p>
    </Callout>
  );
}
