/** Starts a quota change for the selected endpoints. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { sourceOfSelection } from "./audience-of-selection.ts";
import { selectedIds } from "./selected-ids.ts";
import classes from "./fleet.module.css";
import type { SelectionActionProps } from "./save-selection-as-audience.tsx";

export function ChangeQuotas({ name, question, listSelection }: SelectionActionProps): ReactElement {
  const navigate = useFleetdesk((state) => state.navigate);
  const take = useFleetdesk((state) => state.takeQuotaSource);
  const { busy, failure, run } = useCall();
  const change = (): void =>
    void run(async () => {
      const { selection } = listSelection;
      take(sourceOfSelection(selection, question) ?? { ids: [...(await selectedIds(name, question, selection))] });
      navigate({ path: ["quotas", "new"], query: {} });
    });
  return (
    <>
      <button className={classes["link"]} disabled={busy} onClick={change} type="button">
        {t(($) => $.fleet.list.changeQuotas)}
      </button>
      {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
    </>
  );
}
