/** Counts of what happened as chips: by kind, exact; by word, of what has been read. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { ChangeWord } from "../../lib/changes.ts";
import { useFleetdesk } from "../../store/store.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { type ChangesAsked, kindTexts, kindTones } from "./changes-model.ts";
import classes from "./changes-page.module.css";
import type { ChangeKind } from "./changes-slice.ts";

export interface ChangesFilterProps {
  readonly asked: ChangesAsked;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly words: readonly (ChangeWord & { readonly count: number })[];
  /** Everything has been read: the counts of the words are exact. */
  readonly complete: boolean;
}

const kinds = ["added", "gone", "changed"] as const;

export function ChangesFilter({ asked, counts, words, complete }: ChangesFilterProps): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  return (
    <div className={classes["filter"]}>
      <CountChips
        chips={kinds.map((id) => ({ id, text: kindTexts[id], count: counts[id], tone: kindTones[id] }))}
        label={t(($) => $.fleet.changes.kinds)}
        onPress={(pressed) => refine({ kind: pressed.join(",") })}
        pressed={asked.kinds}
      />
      {words.length === 0 ? undefined : <i aria-hidden="true" />}
      {words.length === 0 ? undefined : (
        <CountChips
          chips={words.map(({ id, text, tone, count }) => ({ id, text, tone, count, atLeast: !complete }))}
          label={t(($) => $.fleet.changes.fields)}
          onPress={(pressed) => refine({ word: pressed.join(",") })}
          pressed={asked.words}
        />
      )}
    </div>
  );
}
