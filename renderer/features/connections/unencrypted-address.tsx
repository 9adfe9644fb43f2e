/** An address whose traffic can be read on the way: has to be confirmed before a token is sent there. */
import { t } from "#shared/texts/text.ts";
import { Checkbox } from "@mantine/core";
import type { ReactElement } from "react";
import { Callout } from "../../ui/callout.tsx";
import { type ConnectDraft, isReadableOnTheWay, type Mistakes } from "./connect-model.ts";

export interface UnencryptedAddressProps {
  readonly draft: ConnectDraft;
  readonly mistakes: Mistakes;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
}

export function UnencryptedAddress({ draft, mistakes, onChange }: UnencryptedAddressProps): ReactElement | undefined {
  if (!isReadableOnTheWay(draft.baseUrl)) return undefined;
  return (
    <Callout title={t(($) => $.connections.unencrypted.title)} tone="waiting">
      <p>{t(($) => $.connections.unencrypted.help)}</p>
      <Checkbox
        checked={draft.allowUnencrypted}
        error={mistakes.allowUnencrypted}
        label={t(($) => $.connections.unencrypted.confirm)}
        onChange={(event) => onChange({ allowUnencrypted: event.currentTarget.checked })}
      />
    </Callout>
  );
}
