/** Beside a button that sends something: why it cannot be pressed now. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";

export function NoNetwork({ online }: { readonly online: boolean }): ReactElement | undefined {
  return online ? undefined : <span className="muted">{t(($) => $.shell.noNetwork)}</span>;
}
