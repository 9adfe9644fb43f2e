/** Confirmation before an action that is irreversible or sends messages. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Modal, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { wholeNumberOf } from "../../lib/parse-number.ts";
import { Callout } from "../../ui/callout.tsx";
import { needsSignIn, SignInLink } from "../../ui/sign-in-link.tsx";
import classes from "./campaigns.module.css";
import { type Confirmed, confirmTextOf } from "./confirm-text.ts";
import type { CampaignDetail } from "./campaign-action.ts";
import type { CampaignActions } from "./use-campaign-actions.ts";

export type { Confirmed } from "./confirm-text.ts";

export interface ConfirmCampaignActionProps {
  readonly action: Confirmed | undefined;
  readonly detail: CampaignDetail;
  readonly actions: CampaignActions;
  readonly onClose: () => void;
}

export function ConfirmCampaignAction({ action, detail, actions, onClose }: ConfirmCampaignActionProps): ReactElement {
  const close = (): void => {
    actions.clearFailure();
    onClose();
  };
  const content = action === undefined ? undefined : confirmTextOf(action, detail.status, detail.waves);
  return (
    <Modal onClose={close} opened={content !== undefined} title={content?.title}>
      {action === undefined || content === undefined ? undefined : (
        <ConfirmForm {...content} action={action} actions={actions} onClose={close} detail={detail} />
      )}
    </Modal>
  );
}

type ConfirmFormProps = Pick<ConfirmCampaignActionProps, "actions" | "onClose" | "detail"> &
  ReturnType<typeof confirmTextOf> & { readonly action: Confirmed };

function ConfirmForm({ action, text, yes, danger, type, actions, onClose, detail }: ConfirmFormProps): ReactElement {
  const [input, setInput] = useState("");
  const confirmed = type === undefined ? undefined : wholeNumberOf(input);
  const ready = confirmed === type;
  const act = async (): Promise<void> => {
    if (ready && (await runAction(action, actions, confirmed))) onClose();
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
          onChange={({ currentTarget }) => setInput(currentTarget.value)}
          value={input}
        />
      )}
      {actions.failure === undefined ? undefined : (
        <Callout
          actions={needsSignIn(actions.failure.code) ? <SignInLink connection={detail.status.connection} /> : undefined}
          title={t(($) => $.campaigns.actions.failed)}
          tone="bad"
        >
          <p>{formatText(actions.failure.text)}</p>
        </Callout>
      )}
      <div className={classes["buttons"]}>
        <Button
          color={danger ? "red" : undefined}
          disabled={!ready}
          loading={actions.busy}
          type="submit"
          variant="filled"
        >
          {yes}
        </Button>
        <Button data-autofocus={type === undefined ? true : undefined} onClick={onClose}>
          {action === "cancel" ? t(($) => $.campaigns.confirm.keep) : t(($) => $.common.cancel)}
        </Button>
      </div>
    </form>
  );
}

function runAction(action: Confirmed, actions: CampaignActions, confirmed: number | undefined): Promise<boolean> {
  switch (action) {
    case "start":
      return actions.start(confirmed);
    case "cancel":
      return actions.cancel();
    case "retry-refused":
      return actions.retry("refused");
    case "retry-unknown":
      return actions.retry("unknown");
    case "retry-unverified":
      return actions.retry("unverified");
    case "open-ring":
      return actions.openWave();
    case "remove":
      return actions.remove();
  }
}
