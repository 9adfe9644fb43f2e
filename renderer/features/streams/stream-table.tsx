/** What is known of the streams, one a row. */
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
    <table aria-label="Data streams" className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">Delivers to</th>
          <th scope="col">Content</th>
          <th scope="col">State</th>
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
                  second={item.target ?? "target unknown"}
                  third={`${idWords(item)} · ${sourceWords(item.source)}`}
                  title={item.destinationText ?? "Unknown destination"}
                />
              </th>
              <td>{item.contentText ?? <StatusPill tone="unknown">unknown</StatusPill>}</td>
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
