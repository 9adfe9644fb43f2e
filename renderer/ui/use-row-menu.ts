import { useState } from "react";

type RowKey = string | number | undefined;

/** The open menu of the active row. It closes when another row becomes the active one, so that no item applies to that row. */
export function useRowMenu<Menu extends { readonly row: RowKey }>(
  activeRow: RowKey,
): [Menu | undefined, (menu: Menu | undefined) => void] {
  const [menu, setMenu] = useState<Menu>();
  if (menu === undefined || menu.row === activeRow) return [menu, setMenu];
  setMenu(undefined);
  return [undefined, setMenu];
}
