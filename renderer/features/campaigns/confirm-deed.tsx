/** What cannot be taken back, or reaches devices, says first what it means. */
import { Button, Modal, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { CampaignStatus, RingStatus } from "#contract/campaign-words.ts";
import { wholeNumberOf } from "../../lib/typed-number.ts";
import { Callout } from "../../ui/callout.tsx";
import classes from "./campaigns.module.css";
import { type Confirmed, confirmWords } from "./confirm-model.ts";
import type { Deeds } from "./use-deeds.ts";

export type { Confirmed } from "./confirm-model.ts";

export interface ConfirmDeedProps {
  readonly asked: Confirmed | undefined;
  readonly status: CampaignStatus;
  /** Known where a wave can be opened. */
  readonly rings?: readonly RingStatus[];
  readonly deeds: Deeds;
  readonly onClose: () => void;
}

export function ConfirmDeed({ asked, status, rings, deeds, onClose }: ConfirmDeedProps): ReactElement {
  const close = (): void => {
    deeds.forgetFailure();
    onClose();
  };
  const words = asked === undefined ? undefined : confirmWords(asked, status, rings);
  return (
    <Modal onClose={close} opened={words !== undefined} title={words?.title}>
      {asked === undefined || words === undefined ? undefined : (
        <Asked {...words} asked={asked} deeds={deeds} onClose={close} openRing={status.ring?.open} />
      )}
    </Modal>
  );
}

type AskedProps = Pick<ConfirmDeedProps, "deeds" | "onClose"> &
  ReturnType<typeof confirmWords> & { readonly asked: Confirmed; readonly openRing: number | undefined };

function Asked({ asked, text, yes, danger, type, deeds, onClose, openRing }: AskedProps): ReactElement {
  const [typed, setTyped] = useState("");
  // The ring that was open when the question was asked: its gate may open the next one meanwhile.
  const [after] = useState(openRing);
  const confirmed = type === undefined ? undefined : wholeNumberOf(typed);
  const ready = confirmed === type;
  const act = async (): Promise<void> => {
    if (ready && (await deedOf(asked, deeds, { after, confirmed }))) onClose();
  };
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <p>{text}</p>
      {type === undefined ? undefined : (
        <TextInput
          autoComplete="off"
          data-autofocus
          inputMode="numeric"
          label={`Type ${type} to send to that many endpoints`}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          value={typed}
        />
      )}
      {deeds.failure === undefined ? undefined : (
        <Callout title="This was not done" tone="bad">
          <p>{deeds.failure.message}</p>
        </Callout>
      )}
      <div className={classes["buttons"]}>
        <Button
          {...(danger ? { color: "red" } : {})}
          disabled={!ready}
          loading={deeds.busy}
          type="submit"
          variant="filled"
        >
          {yes}
        </Button>
        <Button {...(type === undefined ? { "data-autofocus": true } : {})} onClick={onClose}>
          Leave it
        </Button>
      </div>
    </form>
  );
}

function deedOf(
  asked: Confirmed,
  deeds: Deeds,
  { after, confirmed }: { readonly after: number | undefined; readonly confirmed: number | undefined },
): Promise<boolean> {
  switch (asked) {
    case "start":
      return deeds.start(confirmed);
    case "resume":
      return deeds.start();
    case "cancel":
      return deeds.cancel();
    case "retry-refused":
      return deeds.retry("refused");
    case "retry-unknown":
      return deeds.retry("unknown");
    case "open-ring":
      return deeds.openRing(after);
    case "remove":
      return deeds.remove();
  }
}
