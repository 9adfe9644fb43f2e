/** Filter chips with counts: by kind over all changes; by label over the rows loaded so far. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { ChangeWord } from "../../../lib/changes.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { CountChips } from "../../../ui/count-chips.tsx";
import { type ChangeKind, type ChangesRequest, kindTexts, kindTones } from "./changes-request.ts";
import classes from "./changes-page.module.css";

export interface ChangesFilterProps {
  readonly request: ChangesRequest;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly labels: readonly (ChangeWord & { readonly count: number })[];
  /** All pages are loaded, so the counts per label are exact. */
  readonly complete: boolean;
}

const kinds = ["added", "removed", "changed"] as const;

export function ChangesFilter({ request, counts, labels, complete }: ChangesFilterProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  return (
    <div className={classes["filter"]}>
      <CountChips
        chips={kinds.map((id) => ({ id, text: kindTexts[id], count: counts[id], tone: kindTones[id] }))}
        label={t(($) => $.fleet.changes.kinds)}
        onPress={(pressed) => setQuery({ kind: pressed.join(",") })}
        pressed={request.kinds}
      />
      {labels.length === 0 ? undefined : <i aria-hidden="true" />}
      {labels.length === 0 ? undefined : (
        <CountChips
          chips={labels.map(({ id, text, tone, count }) => ({ id, text, tone, count, atLeast: !complete }))}
          label={t(($) => $.fleet.changes.fields)}
          onPress={(pressed) => setQuery({ word: pressed.join(",") })}
          pressed={request.labelIds}
        />
      )}
    </div>
  );
}
