/** Explains next to a send button why it is disabled. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";

export function NoNetwork({ online }: { readonly online: boolean }): ReactElement | undefined {
  return online ? undefined : <span className="muted">{t(($) => $.shell.noNetwork)}</span>;
}
