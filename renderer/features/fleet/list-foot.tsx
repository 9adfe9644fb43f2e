/** The selection, and the rows: visible and total count, origin, query time. */
import { formatText, t, textLanguage } from "#shared/texts/text.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import { Button, Popover, TextInput } from "@mantine/core";
import { SelectionAction, SelectionStatus } from "../../app/data-table/selection-status.tsx";
import { useFleetData } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import classes from "./fleet.module.css";
import { isNarrowed } from "./fleet-slice.ts";
import type { ListSectionProps } from "./use-list-table.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { audienceOfSelection, sourceOfSelection } from "./audience-of-selection.ts";

export function ListFoot(props: ListSectionProps): ReactElement {
  const { name, question, table } = props;
  return (
    <footer className={classes["foot"]}>
      <SelectionStatus narrowed={isNarrowed(question)} table={table}>
        {name.collection === "endpoint" ? <SelectionActions {...props} /> : undefined}
      </SelectionStatus>
      <span className={classes["gap"]} />
      <Source {...props} />
    </footer>
  );
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

type SelectionActionsProps = Pick<ListSectionProps, "name" | "question" | "table">;

/** Actions on the selected endpoints: save them as an audience, start a campaign, change their quotas. */
function SelectionActions(props: SelectionActionsProps): ReactElement {
  const { name, question, table } = props;
  const navigate = useFleetdesk((state) => state.navigate);
  const take = useFleetdesk((state) => state.takeQuotaSource);
  const { busy, failure, run } = useCall();
  const createCampaign = (): void =>
    void run(async () => {
      const audience = audienceOfSelection(table.selection, question) ?? [
        { op: "add" as const, source: { ids: await table.selectedIds() } },
      ];
      const { id } = await fleet.drafts.save({ connection: name.connection, step: "audience", body: { audience } });
      navigate({ path: ["campaigns", "new", String(id)], query: { step: "audience" } });
    });
  const changeQuotas = (): void =>
    void run(async () => {
      take(sourceOfSelection(table.selection, question) ?? { ids: await table.selectedIds() });
      navigate({ path: ["quotas", "new"], query: {} });
    });
  return (
    <>
      <SaveAsAudience {...props} />
      <SelectionAction disabled={busy} onClick={createCampaign}>
        {t(($) => $.fleet.list.newCampaign)}
      </SelectionAction>
      <SelectionAction disabled={busy} onClick={changeQuotas}>
        {t(($) => $.fleet.list.changeQuotas)}
      </SelectionAction>
      {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
    </>
  );
}

function SaveAsAudience({ name: { connection }, table }: SelectionActionsProps): ReactElement {
  const [opened, setOpened] = useState(false);
  const [title, setTitle] = useState("");
  const { busy, failure, run } = useCall();
  const announce = useFleetdesk((state) => state.announce);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const done = await run(async () => {
      const { size } = await fleet.fleet.saveAudience({ connection, name: title, ids: await table.selectedIds() });
      announce(t(($) => $.fleet.audiences.savedWithSize, { name: title, count: size }));
    });
    if (!done) return;
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
          <Button disabled={title.trim() === ""} loading={busy} type="submit" variant="filled">
            {t(($) => $.fleet.audiences.save)}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
