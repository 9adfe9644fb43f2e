/** Audit filters: kind, outcome, connection, time, target and search text. */
import { t } from "#shared/texts/text.ts";
import { Button, MultiSelect, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageToolbar } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { kinds, auditKindLabels, listed, outcomeStyles, outcomes, targetText } from "./audit-query.ts";
import classes from "./audit.module.css";
import { SpanChoice } from "./span-choice.tsx";

export function AuditFilter(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const names = dataOf(useFleetQuery("audit.connections", {}, { reloadOnOpen: true }))?.names ?? [];
  const put = (name: string, text: string | undefined): void =>
    setQuery({ [name]: text === "" ? undefined : text }, { replace: true });
  const { of, target } = query;
  const connections = of === undefined || names.includes(of) ? names : [...names, of];
  return (
    <PageToolbar>
      <MultiFilter
        data={kinds.map((value) => ({ value, label: auditKindLabels[value] }))}
        label={t(($) => $.audit.filter.kind)}
        onChange={(next) => put("kind", next.join(","))}
        placeholder={t(($) => $.audit.filter.anyKind)}
        value={listed(query["kind"])}
      />
      <MultiFilter
        data={outcomes.map((value) => ({ value, label: outcomeStyles[value].text }))}
        label={t(($) => $.common.outcome)}
        onChange={(next) => put("outcome", next.join(","))}
        placeholder={t(($) => $.audit.filter.anyOutcome)}
        value={listed(query["outcome"])}
      />
      <Select
        aria-label={t(($) => $.common.connection)}
        className={classes["choice"] ?? ""}
        clearable
        data={[...connections]}
        onChange={(value) => put("of", value ?? undefined)}
        placeholder={t(($) => $.audit.filter.anyConnection)}
        value={of ?? null}
      />
      <SpanChoice />
      <SearchField
        className={classes["search"]}
        label={t(($) => $.audit.filter.search)}
        onSearch={(text) => put("search", text)}
        placeholder={t(($) => $.audit.filter.searchHelp)}
        text={query["search"] ?? ""}
      />
      {target === undefined ? undefined : (
        <Button
          aria-label={t(($) => $.audit.filter.clearTarget, { target: targetText(target) })}
          onClick={() => put("target", undefined)}
          rightSection={<IconX aria-hidden="true" size={12} />}
          variant="light"
        >
          {targetText(target)}
        </Button>
      )}
    </PageToolbar>
  );
}

interface MultiFilterProps {
  readonly label: string;
  /** While nothing is selected. */
  readonly placeholder: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: readonly string[];
  readonly onChange: (next: readonly string[]) => void;
}

function MultiFilter({ label, placeholder, data, value, onChange }: MultiFilterProps): ReactElement {
  return (
    <MultiSelect
      aria-label={label}
      className={classes["choice"] ?? ""}
      clearable
      comboboxProps={{ width: 200, position: "bottom-start" }}
      data={[...data]}
      onChange={onChange}
      placeholder={value.length === 0 ? placeholder : ""}
      value={[...value]}
    />
  );
}
