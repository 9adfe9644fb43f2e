/** The name of a folder, changed where it stands. */
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import classes from "./messages.module.css";

export function FolderName({ folder }: { readonly folder: string }): ReactElement {
  const [name, setName] = useState<string>();
  const load = useFleetdesk((state) => state.loadTemplates);
  const { busy, failure, run } = useCall();
  if (name === undefined) {
    return (
      <div className={classes["head"]}>
        <h2 className={classes["folder"]}>{folder}</h2>
        <Button aria-label={`Rename the folder ${folder}`} onClick={() => setName(folder)} variant="subtle">
          Rename
        </Button>
      </div>
    );
  }
  const rename = (): void =>
    void run(async () => {
      await fleet.templates.renameFolder({ folder, to: name });
      setName(undefined);
      await load();
    });
  return (
    <form
      className={classes["head"]}
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <TextInput
        aria-label={`New name of ${folder}`}
        data-autofocus
        error={failure?.message}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        value={name}
      />
      <Button loading={busy} type="submit">
        Rename
      </Button>
      <Button onClick={() => setName(undefined)}>Leave it</Button>
    </form>
  );
}
