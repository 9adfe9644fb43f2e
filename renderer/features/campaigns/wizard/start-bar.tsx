/** Starts the campaign: a large audience needs its exact number typed; obstacles are listed. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { wholeNumberOf } from "../../../lib/parse-number.ts";
import { readOnlyReason } from "../../../app/actions/action.ts";
import { ActionButton, useActionValue } from "../../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../../app/store/store.ts";
import { useConnection, useConnectionData } from "../../../data/connection.ts";
import { Callout } from "../../../ui/callout.tsx";
import { ConnectionTag } from "../../../ui/connection-tag.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useCall } from "../../../ui/use-call.ts";
import type { Frozen } from "./frozen-slice.ts";
import { numberToType, startCampaign } from "../campaign-actions.ts";
import { testDraft } from "../draft-actions.ts";
import { startBlocker } from "./start-conditions.ts";
import { formatMoment } from "./schedule-time.ts";
import parts from "./review.module.css";
import classes from "./wizard.module.css";

export interface StartBarProps {
  readonly frozen: Frozen;
  /** The plan differs from the draft. */
  readonly changed: boolean;
}

export function StartBar({ frozen: { status, planned }, changed }: StartBarProps): ReactElement {
  const { campaignId, counts, message, connection } = status;
  const navigate = useFleetdesk((state) => state.navigate);
  const practice = useConnection()?.practice === true;
  const isCurrent = useConnection()?.name === connection;
  const session = useConnectionData("session.get");
  const reachability = useConnectionData("connections.reachability");
  const networkOnline = useFleetdesk((state) => state.networkOnline);
  const readOnly = useActionValue(() => readOnlyReason(connection));
  const [input, setInput] = useState("");
  const { busy, failure, run } = useCall();
  const recipients = counts.pending;
  const toType = numberToType(status);
  const confirm = toType === undefined ? undefined : wholeNumberOf(input);
  const { schedule } = planned;
  const at = schedule?.at;
  const later = at !== undefined;
  const blockerOf = startBlocker({
    status,
    changed,
    later,
    session: isCurrent ? session : undefined,
    reachability: isCurrent ? reachability : undefined,
    networkOnline,
    readOnly,
  });
  const ready = blockerOf === undefined && confirm === toType;
  const start = (): void =>
    void run(async () => {
      await startCampaign.run(status, useFleetdesk.getState(), { number: confirm, option: false });
      navigate({ path: ["campaigns", campaignId], query: {} });
    });
  return (
    <Panel title={later ? t(($) => $.planning.start.schedule) : t(($) => $.planning.start.start)}>
      {message === undefined ? undefined : <p className={classes["warning"]}>{message}</p>}
      <form
        className={parts["start"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) start();
        }}
      >
        <ConnectionTag name={connection} />
        <p>
          {t(($) => $.planning.start.confirmFirst)}{" "}
          {later && schedule !== undefined ? (
            <>{t(($) => $.planning.start.startsAt, { time: formatMoment(at, schedule.zone) })} </>
          ) : undefined}
          {toType === undefined ? (
            practice ? (
              t(($) => $.planning.start.practiceSendsTo, { count: recipients })
            ) : (
              t(($) => $.planning.start.sendsTo, { count: recipients })
            )
          ) : (
            <RichText
              components={{ b: <b /> }}
              count={recipients}
              text={later ? ($) => $.planning.start.typeToSchedule : ($) => $.planning.start.typeToSend}
              values={{ number: toType }}
            />
          )}
          {toType === undefined || recipients === toType ? undefined : (
            <> {t(($) => $.planning.start.removed, { removed: toType - recipients, planned: toType })}</>
          )}
        </p>
        {toType !== undefined ? (
          <TextInput
            aria-label={t(($) => $.planning.start.number)}
            autoComplete="off"
            inputMode="numeric"
            onChange={({ currentTarget }) => setInput(currentTarget.value)}
            value={input}
          />
        ) : undefined}
        <span className={classes["gap"]} />
        <ActionButton action={testDraft} target={{ connection }} />
        <Button disabled={!ready} loading={busy} type="submit" variant="filled">
          {later
            ? t(($) => $.planning.start.scheduleFor, { count: recipients })
            : t(($) => $.planning.start.startSending, { count: recipients })}
        </Button>
      </form>
      {blockerOf === undefined ? undefined : <p className={classes["warning"]}>{blockerOf}</p>}
      {failure === undefined ? undefined : (
        <Callout
          title={later ? t(($) => $.planning.start.notScheduled) : t(($) => $.planning.start.notStarted)}
          tone="bad"
        >
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
    </Panel>
  );
}
