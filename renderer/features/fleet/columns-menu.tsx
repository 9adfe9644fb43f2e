/** Selects a list's columns, their order, and which are pinned. */
import { t } from "#shared/texts/text.ts";
import { ActionIcon, Button, Checkbox, Popover } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3, IconPin, IconPinFilled } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { type ColumnPlace, withPin, withVisibility, withStep } from "../../ui/virtual-table/column-layout.ts";
import { listColumns } from "./list-columns.ts";
import { recordLabel } from "../../lib/field-label.ts";
import classes from "./fleet.module.css";
import type { SavedLayout } from "../../app/data-table/use-saved-layout.ts";

export interface ColumnsMenuProps {
  readonly collection: Collection;
  readonly savedLayout: SavedLayout;
}

export function ColumnsMenu({ collection, savedLayout }: ColumnsMenuProps): ReactElement {
  const { layout, setLayout, resetLayout } = savedLayout;
  const all = listColumns[collection].map(({ name, label }) => ({ field: name, title: recordLabel(label) }));
  const titles = new Map(all.map(({ field, title }) => [field, title]));
  const hidden = all.filter(({ field }) => !layout.some((place) => place.field === field));
  return (
    <Popover position="bottom-end" trapFocus width={280}>
      <Popover.Target>
        <Button leftSection={<IconColumns3 size={14} />}>{t(($) => $.fleet.columns.title)}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t(($) => $.fleet.columns.title)} className={classes["columns"] ?? ""}>
        {layout.map((place, index) => (
          <VisibleColumn
            key={place.field}
            last={index === layout.length - 1}
            first={index === 0}
            savedLayout={savedLayout}
            place={place}
            title={titles.get(place.field) ?? place.field}
          />
        ))}
        {hidden.map(({ field, title }) => (
          <div className={classes["column"]} key={field}>
            <Checkbox checked={false} label={title} onChange={() => setLayout(withVisibility(layout, field, true))} />
          </div>
        ))}
        <Button fullWidth mt="sm" onClick={resetLayout} variant="subtle">
          {t(($) => $.fleet.columns.reset)}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface VisibleColumnProps {
  readonly place: ColumnPlace;
  readonly title: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly savedLayout: SavedLayout;
}

function VisibleColumn({ place, title, first, last, savedLayout }: VisibleColumnProps): ReactElement {
  const { layout, setLayout } = savedLayout;
  const { field, pinned = false } = place;
  return (
    <div className={classes["column"]}>
      <Checkbox
        checked
        disabled={layout.length === 1}
        label={title}
        onChange={() => setLayout(withVisibility(layout, field, false))}
      />
      <span className={classes["gap"]} />
      <ActionIcon
        aria-label={t(($) => $.fleet.columns.moveUp, { title })}
        disabled={first}
        onClick={() => setLayout(withStep(layout, field, -1))}
        size={22}
      >
        <IconArrowUp size={13} />
      </ActionIcon>
      <ActionIcon
        aria-label={t(($) => $.fleet.columns.moveDown, { title })}
        disabled={last}
        onClick={() => setLayout(withStep(layout, field, 1))}
        size={22}
      >
        <IconArrowDown size={13} />
      </ActionIcon>
      <ActionIcon
        aria-label={t(($) => $.fleet.columns.pin, { title })}
        aria-pressed={pinned}
        onClick={() => setLayout(withPin(layout, field, !pinned))}
        size={22}
      >
        {pinned ? <IconPinFilled size={13} /> : <IconPin size={13} />}
      </ActionIcon>
    </div>
  );
}
