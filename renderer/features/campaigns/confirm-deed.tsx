/** Asks for confirmation before what cannot be undone or reaches devices. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Modal, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { wholeNumberOf } from "../../lib/typed-number.ts";
import { Callout } from "../../ui/callout.tsx";
import { needsSignIn, SignInLink } from "../../ui/sign-in-link.tsx";
import classes from "./campaigns.module.css";
import { type Confirmed, confirmWords } from "./confirm-model.ts";
import type { Standing } from "./deeds-model.ts";
import type { Deeds } from "./use-deeds.ts";

export type { Confirmed } from "./confirm-model.ts";

export interface ConfirmDeedProps {
  readonly asked: Confirmed | undefined;
  readonly standing: Standing;
  readonly deeds: Deeds;
  readonly onClose: () => void;
}

export function ConfirmDeed({ asked, standing, deeds, onClose }: ConfirmDeedProps): ReactElement {
  const close = (): void => {
    deeds.forgetFailure();
    onClose();
  };
  const words = asked === undefined ? undefined : confirmWords(asked, standing.status, standing.rings);
  return (
    <Modal onClose={close} opened={words !== undefined} title={words?.title}>
      {asked === undefined || words === undefined ? undefined : (
        <Asked {...words} asked={asked} deeds={deeds} onClose={close} standing={standing} />
      )}
    </Modal>
  );
}

type AskedProps = Pick<ConfirmDeedProps, "deeds" | "onClose" | "standing"> &
  ReturnType<typeof confirmWords> & { readonly asked: Confirmed };

function Asked({ asked, text, yes, danger, type, deeds, onClose, standing }: AskedProps): ReactElement {
  const [typed, setTyped] = useState("");
  const confirmed = type === undefined ? undefined : wholeNumberOf(typed);
  const ready = confirmed === type;
  const act = async (): Promise<void> => {
    if (ready && (await deedOf(asked, deeds, confirmed))) onClose();
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
          label={t(($) => $.campaigns.confirm.typeNumber, { number: String(type) })}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          value={typed}
        />
      )}
      {deeds.failure === undefined ? undefined : (
        <Callout
          actions={needsSignIn(deeds.failure.code) ? <SignInLink connection={standing.status.connection} /> : undefined}
          title={t(($) => $.campaigns.actions.failed)}
          tone="bad"
        >
          <p>{formatText(deeds.failure.text)}</p>
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
          {asked === "cancel" ? t(($) => $.campaigns.confirm.keep) : t(($) => $.common.cancel)}
        </Button>
      </div>
    </form>
  );
}

function deedOf(asked: Confirmed, deeds: Deeds, confirmed: number | undefined): Promise<boolean> {
  switch (asked) {
    case "start":
      return deeds.start(confirmed);
    case "cancel":
      return deeds.cancel();
    case "retry-refused":
      return deeds.retry("refused");
    case "retry-unknown":
      return deeds.retry("unknown");
    case "retry-unverified":
      return deeds.retry("unverified");
    case "open-ring":
      return deeds.openRing();
    case "remove":
      return deeds.remove();
  }
}
