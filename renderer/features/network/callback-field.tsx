/** Input for an API callback id; suggests cached callbacks with their URL. */
import { Autocomplete } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";

export interface CallbackFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly placeholder?: string;
  readonly onChange: (id: string) => void;
}

export function CallbackField({ label, value, error, placeholder, onChange }: CallbackFieldProps): ReactElement {
  const callbacks = dataOf(useFleetQuery("streams.callbacks", {}, { reloadOnOpen: true }))?.items ?? [];
  const urls = new Map(callbacks.flatMap(({ id, url }) => (id === undefined ? [] : [[id, url]])));
  return (
    <Autocomplete
      autoComplete="off"
      data={[...urls.keys()]}
      description={urls.get(value)}
      error={error}
      label={label}
      onChange={onChange}
      placeholder={placeholder}
      renderOption={({ option }) => (
        <span>
          {option.value} <span className="muted">{urls.get(option.value)}</span>
        </span>
      )}
      value={value}
    />
  );
}
