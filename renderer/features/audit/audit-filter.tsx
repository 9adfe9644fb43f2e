/** What narrows the list: kind, outcome, connection, time, target and words. */
import { t } from "#shared/texts/text.ts";
import { Button, MultiSelect, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { PageStrip } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { kinds, kindWords, listed, outcomeLooks, outcomes, targetText } from "./audit-model.ts";
import classes from "./audit.module.css";
import { SpanChoice } from "./span-choice.tsx";

export function AuditFilter(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const names = useFleetdesk((state) => state.auditConnections);
  const put = (name: string, text: string | undefined): void =>
    refine({ [name]: text === "" ? undefined : text }, { replace: true });
  const { of, target } = query;
  const connections = of === undefined || names.includes(of) ? names : [...names, of];
  return (
    <PageStrip>
      <Words
        data={kinds.map((value) => ({ value, label: kindWords[value] }))}
        label={t(($) => $.audit.filter.kind)}
        onChange={(next) => put("kind", next.join(","))}
        placeholder={t(($) => $.audit.filter.anyKind)}
        value={listed(query["kind"])}
      />
      <Words
        data={outcomes.map((value) => ({ value, label: outcomeLooks[value].text }))}
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
    </PageStrip>
  );
}

interface WordsProps {
  readonly label: string;
  /** While nothing is selected. */
  readonly placeholder: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: readonly string[];
  readonly onChange: (next: readonly string[]) => void;
}

function Words({ label, placeholder, data, value, onChange }: WordsProps): ReactElement {
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
