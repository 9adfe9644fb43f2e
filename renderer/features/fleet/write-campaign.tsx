/** Begins to write a campaign to the chosen endpoints. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { audienceOfSelection } from "./audience-model.ts";
import { chosenIds } from "./chosen-ids.ts";
import classes from "./fleet.module.css";
import type { KeepAudienceProps } from "./keep-audience.tsx";

export function WriteCampaign({ name, question, chosen }: KeepAudienceProps): ReactElement {
  const go = useFleetdesk((state) => state.go);
  const { busy, failure, run } = useCall();
  const write = (): void =>
    void run(async () => {
      const { connection } = name;
      const audience = audienceOfSelection(chosen.selection, question) ?? [
        { op: "add" as const, source: { ids: [...(await chosenIds(name, question, chosen.selection))] } },
      ];
      const { id } = await fleet.drafts.save({ connection, step: "audience", body: { audience } });
      go({ path: ["campaigns", "new", String(id)], query: { step: "audience" } });
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
