/** Begins a change of the quotas of the chosen endpoints. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { sourceOfSelection } from "./audience-model.ts";
import { chosenIds } from "./chosen-ids.ts";
import classes from "./fleet.module.css";
import type { KeepAudienceProps } from "./keep-audience.tsx";

export function ChangeQuotas({ name, question, chosen }: KeepAudienceProps): ReactElement {
  const go = useFleetdesk((state) => state.go);
  const take = useFleetdesk((state) => state.takeQuotaSource);
  const { busy, failure, run } = useCall();
  const change = (): void =>
    void run(async () => {
      const { selection } = chosen;
      take(sourceOfSelection(selection, question) ?? { ids: [...(await chosenIds(name, question, selection))] });
      go({ path: ["quotas", "new"], query: {} });
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
