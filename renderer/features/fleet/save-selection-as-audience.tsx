/** Saves the selected endpoints as an audience. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button, Popover, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { selectedIds } from "./selected-ids.ts";
import classes from "./fleet.module.css";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import type { ListSelection } from "./use-list-selection.ts";

export interface SelectionActionProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly listSelection: ListSelection;
}

export function SaveSelectionAsAudience({ name, question, listSelection }: SelectionActionProps): ReactElement {
  const [opened, setOpened] = useState(false);
  const [title, setTitle] = useState("");
  const { busy, failure, run } = useCall();
  const announce = useFleetdesk((state) => state.announce);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const done = await run(async () => {
      const ids = await selectedIds(name, question, listSelection.selection);
      const { size } = await fleet.fleet.saveAudience({ connection: name.connection, name: title, ids: [...ids] });
      announce(t(($) => $.fleet.audiences.savedWithSize, { name: title, count: size }));
    });
    if (!done) return;
    setOpened(false);
    setTitle("");
  };
  return (
    <Popover onChange={setOpened} opened={opened} position="top-start" trapFocus>
      <Popover.Target>
        <button className={classes["link"]} onClick={() => setOpened(!opened)} type="button">
          {t(($) => $.fleet.audiences.saveAs)}
        </button>
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
