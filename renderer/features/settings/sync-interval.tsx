/** How often the copy of the fleet renews itself. */
import { Select } from "@mantine/core";
import type { ReactElement } from "react";
import { intervalChoices } from "./interval-model.ts";

export interface SyncIntervalProps {
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}

export function SyncInterval({ minutes, onChange }: SyncIntervalProps): ReactElement {
  return (
    <Select
      allowDeselect={false}
      data={[...intervalChoices(minutes)]}
      description="Also after the network has returned. Each sync reads the whole fleet and shares the request budget with everything else."
      label="Synchronise the fleet by itself"
      onChange={(value) => {
        if (value !== null) onChange(Number(value));
      }}
      value={String(minutes)}
    />
  );
}
