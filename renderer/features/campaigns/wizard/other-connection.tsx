/** Note for a draft that belongs to another connection than the selected one. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { currentConnection } from "../../connections/connections-slice.ts";
import { Callout } from "../../../ui/callout.tsx";
import { useCall } from "../../../ui/use-call.ts";

export function OtherConnection(): ReactElement | undefined {
  const own = useFleetdesk((state) => state.wizard?.connection);
  const current = useFleetdesk((state) => currentConnection(state)?.name);
  const change = useFleetdesk((state) => state.useConnection);
  const { busy, failure, run } = useCall();
  if (own === undefined || own === current) return undefined;
  return (
    <Callout
      actions={
        <Button loading={busy} onClick={() => void run(() => change(own))}>
          {t(($) => $.planning.otherConnection.switchTo, { name: own })}
        </Button>
      }
      title={t(($) => $.planning.otherConnection.title, { name: own })}
      tone="waiting"
    >
      <p>{t(($) => $.planning.otherConnection.text, { current: current ?? "", own })}</p>
      {failure === undefined ? undefined : <p>{formatText(failure.text)}</p>}
    </Callout>
  );
}
