/** The name of a folder, edited in place. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { useCall } from "../../ui/use-call.ts";
import classes from "./messages.module.css";

export function FolderName({ folder }: { readonly folder: string }): ReactElement {
  const [name, setName] = useState<string>();
  const { busy, failure, run } = useCall();
  if (name === undefined) {
    return (
      <div className={classes["head"]}>
        <h2 className={classes["folder"]}>{folder}</h2>
        <Button
          aria-label={t(($) => $.messages.templates.renameThisFolder, { folder })}
          onClick={() => setName(folder)}
          variant="subtle"
        >
          {t(($) => $.messages.templates.renameFolder)}
        </Button>
      </div>
    );
  }
  const rename = (): void =>
    void run(async () => {
      await fleet.templates.renameFolder({ folder, to: name });
      setName(undefined);
      await reloadQueries("templates.list");
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
        aria-label={t(($) => $.messages.templates.newFolderName, { folder })}
        data-autofocus
        error={failure && formatText(failure.text)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        value={name}
      />
      <Button loading={busy} type="submit">
        {t(($) => $.messages.templates.renameFolder)}
      </Button>
      <Button onClick={() => setName(undefined)}>{t(($) => $.common.cancel)}</Button>
    </form>
  );
}
