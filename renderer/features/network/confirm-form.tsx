/** Body of a confirmation: information, the error of the last attempt, a confirm button that needs a network, and cancel. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { SendForm, type SendFormProps } from "./send-form.tsx";

export interface ConfirmFormProps extends Pick<SendFormProps, "danger" | "busy" | "failure" | "children"> {
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmForm({ confirmLabel, onConfirm, onClose, ...rest }: ConfirmFormProps): ReactElement {
  return (
    <SendForm
      {...rest}
      buttons={
        <Button data-autofocus onClick={onClose}>
          {t(($) => $.common.cancel)}
        </Button>
      }
      failureTitle={t(($) => $.network.dialog.failed)}
      onSubmit={onConfirm}
      submit={confirmLabel}
    />
  );
}
