/** Warning for an unencrypted base URL; must be confirmed before a token is sent there. */
import { t } from "#shared/texts/text.ts";
import { Checkbox } from "@mantine/core";
import type { ReactElement } from "react";
import { Callout } from "../../ui/callout.tsx";
import { type ConnectDraft, isUnencrypted, type ValidationErrors } from "./connect-draft.ts";

export interface UnencryptedAddressProps {
  readonly draft: ConnectDraft;
  readonly errors: ValidationErrors;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
}

export function UnencryptedAddress({ draft, errors, onChange }: UnencryptedAddressProps): ReactElement | undefined {
  if (!isUnencrypted(draft.baseUrl)) return undefined;
  return (
    <Callout title={t(($) => $.connections.unencrypted.title)} tone="waiting">
      <p>{t(($) => $.connections.unencrypted.help)}</p>
      <Checkbox
        checked={draft.allowUnencrypted}
        error={errors.allowUnencrypted}
        label={t(($) => $.connections.unencrypted.confirm)}
        onChange={(event) => onChange({ allowUnencrypted: event.currentTarget.checked })}
      />
    </Callout>
  );
}
