/** The buttons of a change of many, and what they ask before they act. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { QuotaChange } from "#contract/quotas.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { type ChangeDeed, deedWords, possibleDeeds, questionOf } from "./change-deeds-model.ts";
import { DeedDialog } from "./deed-dialog.tsx";
import classes from "./quotas.module.css";

export function ChangeDeeds({ change }: { readonly change: QuotaChange }): ReactElement {
  const [asked, setAsked] = useState<ChangeDeed>();
  const { busy, failure, run, forgetFailure } = useCall();
  const put = useFleetdesk((state) => state.putQuotaChange);
  const open = useFleetdesk((state) => state.openQuotaChange);
  const go = useFleetdesk((state) => state.go);
  const act = (deed: ChangeDeed, given: Given): void =>
    void run(async () => {
      const told = await callOf(deed, change.change, given);
      setAsked(undefined);
      // Taking back is a change of its own: that one is looked at from now on.
      if (told.change !== change.change) go({ path: ["quotas", "changes", String(told.change)], query: {} });
      else {
        put(told);
        await open(told.change);
      }
    });
  const question = asked === undefined ? undefined : questionOf(asked, change);
  const close = (): void => {
    setAsked(undefined);
    forgetFailure();
  };
  return (
    <div className={classes["deeds"]}>
      {possibleDeeds(change).map((deed) => (
        <Button
          disabled={busy}
          key={deed}
          onClick={() => {
            forgetFailure();
            if (questionOf(deed, change) === undefined) act(deed, {});
            else setAsked(deed);
          }}
          variant={deed === "start" ? "filled" : "default"}
        >
          {deedWords(deed, change)}
        </Button>
      ))}
      {failure === undefined || question !== undefined ? undefined : (
        <span role="alert">{formatText(failure.text)}</span>
      )}
      <DeedDialog
        busy={busy}
        failure={question === undefined ? undefined : failure}
        key={asked}
        onClose={close}
        onYes={(confirm, option) =>
          asked === undefined ? undefined : act(asked, { ...(confirm === undefined ? {} : { confirm }), option })
        }
        option={optionOf(asked)}
        question={question}
      />
    </div>
  );
}

function optionOf(deed: ChangeDeed | undefined): string | undefined {
  if (deed === "start") return t(($) => $.quotas.question.start.option);
  if (deed === "retry-unsettled") return t(($) => $.quotas.question.retryOnHold.option);
  return deed === "undo" ? t(($) => $.quotas.question.undo.option) : undefined;
}

interface Given {
  readonly confirm?: number;
  readonly option?: boolean;
}

async function callOf(deed: ChangeDeed, change: number, { option = false, ...typed }: Given): Promise<QuotaChange> {
  switch (deed) {
    case "start":
      return await fleet.quotas.start({ change, acceptUsage: !option, ...typed });
    case "undo":
      return await fleet.quotas.undo({ change, overwriteMoved: option, ...typed });
    case "resume":
      return await fleet.quotas.resume({ change });
    case "cancel":
      return await fleet.quotas.cancel({ change });
    case "settle":
      return await fleet.quotas.settle({ change });
    case "retry-refused":
      return await fleet.quotas.retry({ change, which: ["refused"], ...typed });
    case "retry-unreadable":
      return await fleet.quotas.retry({ change, which: ["unreadable"] });
    case "retry-moved":
      return await fleet.quotas.retry({ change, which: ["moved"], ...typed });
    case "retry-unsettled":
      return await fleet.quotas.retry({ change, which: ["unsettled"], allowUnsettled: option, ...typed });
    case "retry-unknown":
      return await fleet.quotas.retry({ change, which: ["unknown"], ...typed });
  }
}
