/** The streams, one per row. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Stream } from "#shared/contract/network/stream-schemas.ts";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { RowButton } from "./row-button.tsx";
import classes from "./streams.module.css";
import { idText, streamSourceText, streamStatus } from "./stream-labels.ts";

export interface StreamTableProps {
  readonly items: readonly Stream[];
  readonly selected: string | undefined;
  readonly onChoose: (key: string) => void;
}

export function StreamTable({ items, selected, onChoose }: StreamTableProps): ReactElement {
  return (
    <table aria-label={t(($) => $.network.streams.page.streams)} className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.network.streams.list.target)}</th>
          <th scope="col">{t(($) => $.network.streams.content.label)}</th>
          <th scope="col">{t(($) => $.common.status)}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const { tone, text } = streamStatus(item);
          return (
            <tr data-selected={item.key === selected || undefined} key={item.key}>
              <th scope="row">
                <RowButton
                  selected={item.key === selected}
                  mono="second"
                  onChoose={() => onChoose(item.key)}
                  second={item.target ?? t(($) => $.network.streams.list.targetUnknown)}
                  third={`${idText(item)} · ${streamSourceText(item.source)}`}
                  title={item.destinationText ?? t(($) => $.network.streams.destination.unknown)}
                />
              </th>
              <td>{item.contentText ?? <StatusPill tone="unknown">{t(($) => $.common.unknown)}</StatusPill>}</td>
              <td>
                <StatusPill tone={tone}>{text}</StatusPill>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
