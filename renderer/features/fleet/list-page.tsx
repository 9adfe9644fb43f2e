/** One list: what it is and how fresh, what is asked, its rows, what is chosen. */
import { type ReactElement, useMemo } from "react";
import type { Collection } from "#contract/fleet.ts";
import classes from "./fleet.module.css";
import { ListGrid } from "./list-grid.tsx";
import { ListHead } from "./list-head.tsx";
import { useListQuestion } from "./use-list-question.ts";
import { useListRows } from "./use-list-rows.ts";

export interface ListPageProps {
  readonly connection: string;
  readonly collection: Collection;
}

export function ListPage({ connection, collection }: ListPageProps): ReactElement {
  const name = useMemo(() => ({ connection, collection }), [connection, collection]);
  const question = useListQuestion(name);
  const list = useListRows(name, question);
  return (
    <section aria-label="List" className={classes["list"]}>
      <ListHead list={list} name={name} question={question} />
      <ListGrid list={list} name={name} question={question} />
    </section>
  );
}
