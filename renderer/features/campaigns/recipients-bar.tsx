/** Bar above the recipients: count, filters, and export. */
import { t } from "#shared/texts/text.ts";
import { Button, Select, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import { formatNumber } from "#shared/format.ts";
import type { RowTotal } from "../../lib/page-cache.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { type CampaignDetail, exportRecipients } from "./campaign-actions.ts";
import { exclusionReasons } from "./exclusion-reasons.ts";
import { isFiltered } from "./recipient-filter.ts";
import classes from "./recipients-panel.module.css";
import { waveName } from "./wave-text.ts";
import { useSearchText } from "../../ui/use-search-text.ts";

export interface RecipientsBarProps {
  readonly detail: CampaignDetail;
  readonly filter: RecipientFilter;
  readonly total: RowTotal;
}

const everything = {
  outcome: undefined,
  delivery: undefined,
  reply: undefined,
  wave: undefined,
  reason: undefined,
  search: undefined,
};

export function RecipientsBar({ detail, filter, total }: RecipientsBarProps): ReactElement {
  const { status, waves } = detail;
  const { counts } = status;
  const setQuery = useFleetdesk((state) => state.setQuery);
  const narrow = (changes: Readonly<Record<string, string | undefined>>): void => setQuery(changes, { replace: true });
  const [searchText, type] = useSearchText(filter.search ?? "", (search) =>
    narrow({ search: search === "" ? undefined : search }),
  );
  const filtered = isFiltered(filter);
  const showAll = (): void => {
    type("");
    narrow(everything);
  };
  return (
    <div className={classes["tools"]}>
      <h2>{t(($) => $.campaigns.recipients.title)}</h2>
      <span className="muted">{filtered ? formatTotal(total, counts.planned) : formatNumber(counts.planned)}</span>
      {filtered ? <Button onClick={showAll}>{t(($) => $.campaigns.recipients.showAll)}</Button> : undefined}
      <span className={classes["gap"]} />
      {waves.length === 0 ? undefined : (
        <Select
          aria-label={t(($) => $.campaigns.recipients.wave)}
          clearable
          data={waves.map((wave) => ({ value: String(wave.wave), label: waveName(wave) }))}
          onChange={(wave) => narrow({ wave: wave ?? undefined })}
          placeholder={t(($) => $.campaigns.recipients.allWaves)}
          value={filter.wave === undefined ? null : String(filter.wave)}
          w={130}
        />
      )}
      {counts.excluded === 0 ? undefined : (
        <Select
          aria-label={t(($) => $.campaigns.recipients.exclusionReason)}
          clearable
          data={Object.entries(exclusionReasons).map(([value, label]) => ({ value, label }))}
          onChange={(reason) => narrow({ reason: reason ?? undefined })}
          placeholder={t(($) => $.campaigns.recipients.anyExclusionReason)}
          value={filter.reason ?? null}
          w={190}
        />
      )}
      <TextInput
        aria-label={t(($) => $.campaigns.recipients.search)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        placeholder={t(($) => $.campaigns.recipients.searchPlaceholder)}
        type="search"
        value={searchText}
      />
      <ActionButton action={exportRecipients} target={{ status, filter }}>
        {filtered ? t(($) => $.campaigns.recipients.exportFiltered) : t(($) => $.campaigns.recipients.export)}
      </ActionButton>
    </div>
  );
}

function formatTotal({ value: visible, exact }: RowTotal, total: number): string {
  return exact
    ? t(($) => $.campaigns.recipients.visibleOf, { visible, total })
    : t(($) => $.campaigns.recipients.visibleAtLeastOf, { visible, total });
}
