/** An API callback by its id; those that are known are offered with where they lead. */
import { Autocomplete } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useRemote } from "../../ui/use-remote.ts";

export interface CallbackFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly placeholder?: string;
  readonly onChange: (id: string) => void;
}

const ask = (signal: AbortSignal): ReturnType<typeof fleet.streams.callbacks> => fleet.streams.callbacks({}, signal);

export function CallbackField({ label, value, error, placeholder, onChange }: CallbackFieldProps): ReactElement {
  const known = shown(useRemote(ask))?.items ?? [];
  const urls = new Map(known.flatMap(({ id, url }) => (id === undefined ? [] : [[id, url]])));
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
