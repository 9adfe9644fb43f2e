/** What is known of the streams, one a row. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Stream } from "#contract/stream-words.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { RowButton } from "./row-button.tsx";
import classes from "./streams.module.css";
import { idWords, sourceWords, standOf } from "./streams-model.ts";

export interface StreamTableProps {
  readonly items: readonly Stream[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

export function StreamTable({ items, chosen, onChoose }: StreamTableProps): ReactElement {
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
          const { tone, words } = standOf(item);
          return (
            <tr data-chosen={item.key === chosen || undefined} key={item.key}>
              <th scope="row">
                <RowButton
                  chosen={item.key === chosen}
                  mono="second"
                  onChoose={() => onChoose(item.key)}
                  second={item.target ?? t(($) => $.network.streams.list.targetUnknown)}
                  third={`${idWords(item)} · ${sourceWords(item.source)}`}
                  title={item.destinationText ?? t(($) => $.network.streams.destination.unknown)}
                />
              </th>
              <td>{item.contentText ?? <StatusPill tone="unknown">{t(($) => $.common.unknown)}</StatusPill>}</td>
              <td>
                <StatusPill tone={tone}>{words}</StatusPill>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
