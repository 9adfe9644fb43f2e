/** What cannot be taken back, or reaches devices, says first what it means. */
import { Button, Modal } from "@mantine/core";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { counted } from "../../lib/format.ts";
import { Callout } from "../../ui/callout.tsx";
import classes from "./campaigns.module.css";
import type { Deeds } from "./use-deeds.ts";

export type Confirmed = "cancel" | "retry-refused" | "retry-unknown" | "open-ring" | "remove";

export interface ConfirmDeedProps {
  readonly asked: Confirmed | undefined;
  readonly status: CampaignStatus;
  readonly deeds: Deeds;
  readonly onClose: () => void;
}

interface Words {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly danger: boolean;
  readonly run: () => Promise<boolean>;
}

export function ConfirmDeed({ asked, status, deeds, onClose }: ConfirmDeedProps): ReactElement {
  const close = (): void => {
    deeds.forgetFailure();
    onClose();
  };
  const words = asked === undefined ? undefined : wordsOf(asked, status, deeds);
  const act = async (): Promise<void> => {
    if ((await words?.run()) === true) onClose();
  };
  return (
    <Modal onClose={close} opened={words !== undefined} title={words?.title}>
      <div className={classes["form"]}>
        <p>{words?.text}</p>
        {deeds.failure === undefined ? undefined : (
          <Callout title="Nothing was changed" tone="bad">
            <p>{deeds.failure.message}</p>
          </Callout>
        )}
        <div className={classes["buttons"]}>
          <Button
            {...(words?.danger === true ? { color: "red" } : {})}
            loading={deeds.busy}
            onClick={() => void act()}
            variant="filled"
          >
            {words?.yes}
          </Button>
          <Button data-autofocus onClick={close}>
            Leave it
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function wordsOf(asked: Confirmed, { name, counts, ring }: CampaignStatus, deeds: Deeds): Words {
  switch (asked) {
    case "cancel":
      return {
        title: `Cancel "${name}"?`,
        text: `${counted(counts.pending, "recipient")} not started will never be sent to. What was accepted stays sent; recall cancels what is still buffered. This cannot be undone.`,
        yes: "Cancel the campaign",
        danger: true,
        run: deeds.cancel,
      };
    case "retry-refused":
      return {
        title: `Retry ${counted(counts.refused, "refused recipient")}?`,
        text: "They are put back to be sent to. The service said no to them before; nothing reached them.",
        yes: "Put them back",
        danger: false,
        run: () => deeds.retry("refused"),
      };
    case "retry-unknown":
      return {
        title: `Retry ${counted(counts.unknown, "unknown recipient")}?`,
        text: "Whether the service took these messages is not known. A device that has its message already gets it a second time. Looking them up first costs nothing.",
        yes: "Send again all the same",
        danger: true,
        run: () => deeds.retry("unknown"),
      };
    case "open-ring":
      return {
        title: "Open the next ring?",
        text: `Ring ${(ring?.open ?? 0) + 2} of ${ring?.of ?? 1} is opened whatever the gate before it says.`,
        yes: "Open it",
        danger: true,
        run: deeds.openRing,
      };
    case "remove":
      return {
        title: `Remove "${name}"?`,
        text: "It was never started. Its recipients and texts are removed from this computer.",
        yes: "Remove it",
        danger: true,
        run: deeds.remove,
      };
  }
}
