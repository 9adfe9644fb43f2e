/** The buttons of a bulk quota change, and their confirmations. */
import { formatText } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useCall } from "../../ui/use-call.ts";
import { type ChangeAction, actionLabel, possibleActions, confirmationOf } from "./bulk-changes.ts";
import classes from "./quotas.module.css";

export function ChangeActions({ change }: { readonly change: QuotaChange }): ReactElement {
  const [pendingAction, setPendingAction] = useState<ChangeAction>();
  const { busy, failure, run, clearFailure } = useCall();
  const put = useFleetdesk((state) => state.putQuotaChange);
  const open = useFleetdesk((state) => state.openQuotaChange);
  const navigate = useFleetdesk((state) => state.navigate);
  const act = (action: ChangeAction, options: ActionOptions): void =>
    void run(async () => {
      const result = await callOf(action, change.change, options);
      setPendingAction(undefined);
      // An undo is a change of its own, so its page is opened.
      if (result.change !== change.change) navigate({ path: ["quotas", "changes", String(result.change)], query: {} });
      else {
        put(result);
        await open(result.change);
      }
    });
  const confirmation = pendingAction === undefined ? undefined : confirmationOf(pendingAction, change);
  return (
    <div className={classes["actions"]}>
      {possibleActions(change).map((action) => (
        <Button
          disabled={busy}
          key={action}
          onClick={() => {
            clearFailure();
            if (confirmationOf(action, change) === undefined) act(action, {});
            else setPendingAction(action);
          }}
          variant={action === "start" ? "filled" : "default"}
        >
          {actionLabel(action, change)}
        </Button>
      ))}
      {failure === undefined || confirmation !== undefined ? undefined : (
        <span role="alert">{formatText(failure.text)}</span>
      )}
      <ConfirmDialog
        call={{ busy, failure }}
        confirmation={confirmation}
        onClose={() => {
          setPendingAction(undefined);
          clearFailure();
        }}
        onConfirm={({ number, option }) =>
          pendingAction === undefined ? undefined : act(pendingAction, { confirm: number, option })
        }
      />
    </div>
  );
}

interface ActionOptions {
  readonly confirm?: number;
  readonly option?: boolean;
}

async function callOf(
  action: ChangeAction,
  change: number,
  { option = false, ...rest }: ActionOptions,
): Promise<QuotaChange> {
  switch (action) {
    case "start":
      return await fleet.quotas.start({ change, acceptUsage: !option, ...rest });
    case "undo":
      return await fleet.quotas.undo({ change, overwriteMoved: option, ...rest });
    case "resume":
      return await fleet.quotas.resume({ change });
    case "cancel":
      return await fleet.quotas.cancel({ change });
    case "settle":
      return await fleet.quotas.resolve({ change });
    case "retry-not-applied":
      return await fleet.quotas.retry({ change, states: ["not-applied"], ...rest });
    case "retry-unreadable":
      return await fleet.quotas.retry({ change, states: ["unreadable"] });
    case "retry-moved":
      return await fleet.quotas.retry({ change, states: ["moved"], ...rest });
    case "retry-unsettled":
      return await fleet.quotas.retry({ change, states: ["unsettled"], allowUnresolved: option, ...rest });
    case "retry-unknown":
      return await fleet.quotas.retry({ change, states: ["unknown"], ...rest });
  }
}
