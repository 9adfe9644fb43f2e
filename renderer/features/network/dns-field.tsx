/** Input for a DNS configuration id; suggests cached configurations with their servers. */
import { t } from "#shared/texts/text.ts";
import { Autocomplete } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetData } from "../../data/fleet-query.ts";
import { addressesOf } from "./network-labels.ts";

export interface DnsFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly placeholder: string;
  readonly onChange: (id: string) => void;
}

export function DnsField({ value, error, placeholder, onChange }: DnsFieldProps): ReactElement {
  const configurations = useFleetData("dns.list", {})?.items ?? [];
  const servers = new Map(configurations.map((item) => [item.id, addressesOf(item)]));
  return (
    <Autocomplete
      autoComplete="off"
      data={[...servers.keys()]}
      description={servers.get(value.trim()) ?? t(($) => $.network.dns.fieldHelp)}
      error={error}
      inputWrapperOrder={["label", "input", "error", "description"]}
      label={t(($) => $.network.dns.title)}
      onChange={onChange}
      placeholder={placeholder}
      renderOption={({ option }) => (
        <span>
          {option.value} <span className="muted">{servers.get(option.value)}</span>
        </span>
      )}
      value={value}
    />
  );
}
