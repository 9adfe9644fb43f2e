/** A list to select one row from; its detail is next to it. */
import type { ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";

export interface ChoiceListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  readonly isSelected: (item: T) => boolean;
  readonly onChoose: (item: T) => void;
  /** Renders a title and a subtitle. */
  readonly children: (item: T) => ReactNode;
}

export function ChoiceList<T>({ items, keyOf, isSelected, onChoose, children }: ChoiceListProps<T>): ReactElement {
  return (
    <ul className={classes["choices"]}>
      {items.map((item) => (
        <li key={keyOf(item)}>
          <button aria-current={isSelected(item) ? "true" : undefined} onClick={() => onChoose(item)} type="button">
            {children(item)}
          </button>
        </li>
      ))}
    </ul>
  );
}
