/** Saves a list of endpoints as an audience. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button, Modal, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, type ReactElement, useState } from "react";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import classes from "./doctor-page.module.css";

export interface SaveAudienceProps {
  readonly ids: readonly string[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function SaveAudience({ ids, opened, onClose }: SaveAudienceProps): ReactElement {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [saving, setSaving] = useState(false);
  const navigate = useFleetdesk((state) => state.navigate);
  const save = async (): Promise<void> => {
    setSaving(true);
    setProblem(undefined);
    try {
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
    } catch (error) {
      setProblem(formatText(failureOf(error).text));
    } finally {
      setSaving(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "") void save();
  };
  return (
    <Modal onClose={onClose} opened={opened} title={t(($) => $.fleet.audiences.saveTitle, { count: ids.length })}>
      <form className={classes["form"]} onSubmit={submit}>
        <TextInput
          data-autofocus
          error={problem}
          label={t(($) => $.common.name)}
          maxLength={120}
          onChange={({ currentTarget: { value } }) => setName(value)}
          value={name}
        />
        <div className={classes["actions"]}>
          <Button disabled={name.trim() === ""} loading={saving} type="submit" variant="filled">
            {t(($) => $.fleet.audiences.save)}
          </Button>
          <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
        </div>
      </form>
    </Modal>
  );
}
