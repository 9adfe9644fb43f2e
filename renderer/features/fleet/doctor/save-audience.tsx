/** Saves a list of endpoints as an audience. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactElement, useState } from "react";
import { fleet } from "../../../lib/fleet.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useCall } from "../../../ui/use-call.ts";
import classes from "./doctor-page.module.css";

export interface SaveAudienceProps {
  readonly ids: readonly string[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function SaveAudience({ ids, opened, onClose }: SaveAudienceProps): ReactElement {
  const [name, setName] = useState("");
  const { busy, failure, run, clearFailure } = useCall();
  const navigate = useFleetdesk((state) => state.navigate);
  const save = (): void =>
    void run(async () => {
      const { id, size } = await fleet.fleet.saveAudience({ name: name.trim(), ids: [...ids] });
      const show = (): void => navigate({ path: ["fleet", "endpoint"], query: { audience: String(id) } });
      notifications.show({
        title: t(($) => $.fleet.audiences.saved, { name: name.trim() }),
        message: (
          <span className={classes["toast"]}>
            {t(($) => $.common.endpointCount, { count: size })}
            <Button onClick={show}>{t(($) => $.fleet.audiences.show)}</Button>
          </span>
        ),
        autoClose: 12_000,
      });
      setName("");
      onClose();
    });
  return (
    <ConfirmDialog
      call={{ busy, failure: undefined }}
      confirmation={
        opened
          ? {
              title: t(($) => $.fleet.audiences.saveTitle, { count: ids.length }),
              confirmLabel: t(($) => $.fleet.audiences.save),
            }
          : undefined
      }
      onClose={() => {
        clearFailure();
        onClose();
      }}
      onConfirm={save}
      ready={name.trim() !== ""}
    >
      <TextInput
        data-autofocus
        error={failure && formatText(failure.text)}
        label={t(($) => $.common.name)}
        maxLength={120}
        onChange={({ currentTarget: { value } }) => setName(value)}
        value={name}
      />
    </ConfirmDialog>
  );
}
