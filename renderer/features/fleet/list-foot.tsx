/** The rows: visible and total count, origin, query time; and saving the selected ones. */
import { undecidedText } from "#shared/records/contact.ts";
import { formatText, t, textLanguage } from "#shared/texts/text.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import { Button, Popover, TextInput } from "@mantine/core";
import { useActionCall } from "../../app/actions/run-action.tsx";
import { SelectionAction } from "../../app/data-table/table-toolbar.tsx";
import { useFleetData } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import classes from "./fleet.module.css";
import { saveAudience } from "./audience-actions.ts";
import type { ListSectionProps } from "./use-list-table.tsx";

export function ListFoot(props: ListSectionProps): ReactElement {
  return (
    <footer className={classes["foot"]}>
      <span className={classes["gap"]} />
      <Undecided {...props} />
      <Source {...props} />
    </footer>
  );
}

/** Number of rows that a filter by last contact neither includes nor excludes; undefined until they are counted. */
export function useUndecided({
  name,
  question: { filter },
}: Pick<ListSectionProps, "name" | "question">): number | undefined {
  const isByContact = filter.includes("seen:");
  const count = useFleetData("fleet.count", isByContact ? { ...name, filter } : undefined);
  return isByContact && count === undefined ? undefined : (count?.unknown ?? 0);
}

function Undecided(props: ListSectionProps): ReactElement | undefined {
  const text = undecidedText(useUndecided(props));
  return text && <span>{formatText(text)}</span>;
}

function Source({ name, table, live }: ListSectionProps): ReactElement | undefined {
  const all = useFleetData("fleet.completeness", name)?.unique;
  const read = dataOf(live.state);
  if (read !== undefined) return <span>{liveText(read.items.length, read.total)}</span>;
  const { visibleKey, total, answeredInMs: ms } = table.state;
  if (visibleKey === undefined) return undefined;
  const duration = ms === undefined ? undefined : t(($) => $.fleet.list.answeredIn, { ms: durations.format(ms) });
  return <span title={duration}>{rowCountText(total.value, total.exact, all)}</span>;
}

const durations = new Intl.NumberFormat(textLanguage(), { maximumSignificantDigits: 2 });

function liveText(count: number, total: number | undefined): string {
  return total === undefined
    ? t(($) => $.fleet.list.fromService, { count })
    : t(($) => $.fleet.list.fromServiceOf, { count, total });
}

function rowCountText(count: number, exact: boolean, total: number | undefined): string {
  // During a sync the count is limited to the cached rows.
  const isCounted = exact || count === total;
  if (total === undefined) {
    return isCounted ? t(($) => $.fleet.list.visible, { count }) : t(($) => $.fleet.list.visibleAtLeast, { count });
  }
  return isCounted
    ? t(($) => $.fleet.list.visibleOf, { count, total })
    : t(($) => $.fleet.list.visibleAtLeastOf, { count, total });
}

interface SaveAsAudienceProps {
  readonly connection: string;
  readonly table: ListSectionProps["table"];
}

/** Saves the selected endpoints as an audience. */
export function SaveAsAudience({ connection, table }: SaveAsAudienceProps): ReactElement {
  const [opened, setOpened] = useState(false);
  const [title, setTitle] = useState("");
  const target = { connection, name: title, ids: table.selectedIds };
  const { busy, failure, disabledReason, run } = useActionCall(saveAudience, target);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await run(target))) return;
    setOpened(false);
    setTitle("");
  };
  return (
    <Popover onChange={setOpened} opened={opened} position="top-start" trapFocus>
      <Popover.Target>
        <SelectionAction onClick={() => setOpened(!opened)}>{t(($) => $.fleet.audiences.saveAs)}</SelectionAction>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes["form"]} onSubmit={(event) => void save(event)}>
          <TextInput
            data-autofocus
            error={failure && formatText(failure.text)}
            label={t(($) => $.fleet.audiences.name)}
            maxLength={120}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            value={title}
          />
          <Button
            disabled={title.trim() === "" || disabledReason !== undefined}
            loading={busy}
            title={disabledReason}
            type="submit"
            variant="filled"
          >
            {t(($) => $.fleet.audiences.save)}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
