/** Starts a campaign draft for the selected endpoints. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { audienceOfSelection } from "./audience-of-selection.ts";
import { selectedIds } from "./selected-ids.ts";
import classes from "./fleet.module.css";
import type { SelectionActionProps } from "./save-selection-as-audience.tsx";

export function WriteCampaign({ name, question, listSelection }: SelectionActionProps): ReactElement {
  const navigate = useFleetdesk((state) => state.navigate);
  const { busy, failure, run } = useCall();
  const write = (): void =>
    void run(async () => {
      const { connection } = name;
      const audience = audienceOfSelection(listSelection.selection, question) ?? [
        { op: "add" as const, source: { ids: [...(await selectedIds(name, question, listSelection.selection))] } },
      ];
      const { id } = await fleet.drafts.save({ connection, step: "audience", body: { audience } });
      navigate({ path: ["campaigns", "new", String(id)], query: { step: "audience" } });
    });
  return (
    <>
      <button className={classes["link"]} disabled={busy} onClick={write} type="button">
        {t(($) => $.fleet.list.newCampaign)}
      </button>
      {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
    </>
  );
}
