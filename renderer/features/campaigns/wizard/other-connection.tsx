/** Note for a draft that belongs to another connection than the selected one. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { currentConnection } from "../../connections/connections-slice.ts";
import { Callout } from "../../../ui/callout.tsx";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { switchConnection } from "../../connections/connection-actions.ts";

export function OtherConnection(): ReactElement | undefined {
  const own = useFleetdesk((state) => state.wizard?.connection);
  const current = useFleetdesk((state) => currentConnection(state)?.name);
  if (own === undefined || own === current) return undefined;
  return (
    <Callout
      actions={
        <ActionButton action={switchConnection} target={{ connection: own }}>
          {t(($) => $.planning.otherConnection.switchTo, { name: own })}
        </ActionButton>
      }
      title={t(($) => $.planning.otherConnection.title, { name: own })}
      tone="waiting"
    >
      <p>{t(($) => $.planning.otherConnection.text, { current: current ?? "", own })}</p>
    </Callout>
  );
}
