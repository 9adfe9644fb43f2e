/** A section of the network page: list at the left, one item or a new one at the right. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { ChoiceList } from "../../ui/page-frame/choice-list.tsx";
import { MasterDetail } from "../../ui/page-frame/master-detail.tsx";
import { type ListStateProps, ListState } from "../../ui/list-state.tsx";
import { formatText, t } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatTime } from "#shared/format.ts";
import { Callout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./network.module.css";

export interface NetworkListProps<List, Item extends { readonly id: string }> extends Pick<
  ListStateProps,
  "list" | "instead"
> {
  readonly listState: AsyncState<List>;
  /** "New service profile". */
  readonly newTitle: string;
  /** Id, or "new". */
  readonly selected: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly items: readonly Item[];
  readonly sent: SentRequestsProps;
  /** Shown for a loaded but empty list. */
  readonly empty: ReactNode;
  /** Renders a title and a subtitle. */
  readonly children: (item: Item) => ReactNode;
  readonly side: ReactNode;
}

export function NetworkList<List, Item extends { readonly id: string }>({
  listState,
  newTitle,
  selected,
  onChoose,
  items,
  sent,
  empty,
  children,
  side,
  ...state
}: NetworkListProps<List, Item>): ReactElement {
  return (
    <MasterDetail
      columns="minmax(280px, 2fr) minmax(0, 3fr)"
      actions={
        <Button onClick={() => onChoose("new")} variant="filled">
          {newTitle}
        </Button>
      }
      side={side}
    >
      {listState.state === "failed" && dataOf(listState) === undefined ? (
        <FailureNotice failure={listState.failure} />
      ) : (
        <ListState request={listState} {...state} />
      )}
      <SentRequests {...sent} />
      {items.length === 0 ? (
        empty
      ) : (
        <ChoiceList
          isSelected={({ id }) => id === selected}
          items={items}
          keyOf={({ id }) => id}
          onChoose={({ id }) => onChoose(id)}
        >
          {children}
        </ChoiceList>
      )}
    </MasterDetail>
  );
}

// Requests whose response was lost: those with an unknown outcome, and those resolved since.

/** A sent request. */
interface SentRequest {
  readonly change: number;
  /** Time of sending. */
  readonly at: number;
  /** Description of the request: "8.8.8.8, 8.8.4.4". */
  readonly summary: string;
  readonly message: CodedText;
}

interface ResolvedSince extends SentRequest {
  readonly state: "done" | "not-applied";
  readonly resolvedAt: number;
}

interface SentRequestsProps {
  readonly unresolved: readonly SentRequest[];
  readonly resolved: readonly ResolvedSince[];
}

function SentRequests({ unresolved, resolved }: SentRequestsProps): ReactElement {
  const now = useNow();
  return (
    <>
      {unresolved.length === 0 ? undefined : (
        <Callout title={t(($) => $.common.outcomeUnknown)} tone="unknown">
          <ul className={classes["changes"]}>
            {unresolved.map((one) => (
              <li key={one.change}>
                <Head now={now} sent={one} />
                <p>{formatText(one.message)}</p>
              </li>
            ))}
          </ul>
          <p>{t(($) => $.network.sent.refreshHelp)}</p>
        </Callout>
      )}
      {resolved.length === 0 ? undefined : (
        <details className={classes["resolved"]}>
          <summary>{t(($) => $.network.sent.resolved, { count: resolved.length })}</summary>
          <ul className={classes["changes"]}>
            {resolved.map((one) => (
              <li key={one.change}>
                <Head now={now} sent={one}>
                  <StatusPill tone={one.state === "done" ? "good" : "neutral"}>
                    {one.state === "done" ? t(($) => $.network.sent.done) : t(($) => $.network.sent.notApplied)}
                  </StatusPill>
                  <span className="muted">
                    {t(($) => $.network.sent.resolvedAt, { time: formatTime(one.resolvedAt, now) })}
                  </span>
                </Head>
                <p>{formatText(one.message)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface HeadProps {
  readonly sent: SentRequest;
  readonly now: number;
  readonly children?: ReactNode;
}

function Head({ sent: { change, at, summary }, now, children }: HeadProps): ReactElement {
  return (
    <p className={classes["line"]}>
      <b>{t(($) => $.network.sent.change, { change })}</b>
      <span className="mono">{summary}</span>
      <span className="muted">{t(($) => $.network.sent.sentAt, { time: formatTime(at, now) })}</span>
      {children}
    </p>
  );
}
