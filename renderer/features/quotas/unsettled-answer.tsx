/** Nothing was sent: it is not known what came of an earlier change. Reading settles it; going on is a second press. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaAnswer } from "#contract/quotas.ts";
import type { QuotaKind } from "#contract/quota-words.ts";
import { exactly } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import classes from "./quotas.module.css";

export interface UnsettledAnswerProps {
  readonly answer: QuotaAnswer;
  readonly busy: boolean;
  readonly endpoint: string;
  readonly kind: QuotaKind;
  /** It was read again. */
  readonly onRead: () => void;
  readonly onSendAllTheSame: () => void;
}

export function UnsettledAnswer(props: UnsettledAnswerProps): ReactElement {
  const { answer, busy, endpoint, kind, onRead, onSendAllTheSame } = props;
  const read = useFleetdesk((state) => state.readEndpointQuotas);
  const reading = useFleetdesk((state) => state.endpointQuotasAsked.state === "loading");
  const { unsettled } = answer;
  return (
    <Callout
      actions={
        <>
          <Button disabled={busy} loading={reading} onClick={() => void read(endpoint, [kind]).then(onRead)}>
            Read it again
          </Button>
          <Button loading={busy} onClick={onSendAllTheSame}>
            Send anyway
          </Button>
        </>
      }
      title="Nothing was sent"
      tone="unknown"
    >
      {unsettled === undefined ? <p>{answer.message}</p> : <Earlier {...unsettled} />}
    </Callout>
  );
}

function Earlier({ change, title, sentAt, toldFrom }: NonNullable<QuotaAnswer["unsettled"]>): ReactElement {
  return (
    <>
      <p>
        <a className={classes["link"]} href={`#/quotas/changes/${change}`}>
          Change {change}
        </a>{" "}
        ({title}) was sent
        {sentAt === undefined ? "" : ` at ${exactly(sentAt)}`}, and it is not known yet what came of it.
      </p>
      <p>
        {toldFrom === undefined
          ? "Reading cannot tell it either: look at the quota, and send this all the same if it is right."
          : `Reading again after ${exactly(toldFrom)} settles it. If both are sent, only one of them may have an effect.`}
      </p>
    </>
  );
}
