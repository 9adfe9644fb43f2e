/** Input for an API callback id; suggests cached callbacks with their URL. */
import { Autocomplete } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useAsyncState } from "../../ui/use-async-state.ts";

export interface CallbackFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly placeholder?: string;
  readonly onChange: (id: string) => void;
}

const listCallbacks = (signal: AbortSignal): ReturnType<typeof fleet.streams.callbacks> =>
  fleet.streams.callbacks({}, signal);

export function CallbackField({ label, value, error, placeholder, onChange }: CallbackFieldProps): ReactElement {
  const callbacks = dataOf(useAsyncState(listCallbacks))?.items ?? [];
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
