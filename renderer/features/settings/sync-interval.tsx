/** The automatic sync interval. */
import { t } from "#shared/texts/text.ts";
import { Select } from "@mantine/core";
import type { ReactElement } from "react";
import { intervalChoices } from "./interval-choices.ts";

export interface SyncIntervalProps {
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}

export function SyncInterval({ minutes, onChange }: SyncIntervalProps): ReactElement {
  return (
    <Select
      allowDeselect={false}
      data={[...intervalChoices(minutes)]}
      description={t(($) => $.settings.sync.help)}
      label={t(($) => $.settings.sync.interval)}
      onChange={(value) => {
        if (value !== null) onChange(Number(value));
      }}
      value={String(minutes)}
    />
  );
}
