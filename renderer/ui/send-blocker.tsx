/** Explains next to a send button why it is disabled. */
import type { ReactElement } from "react";

export function SendBlocker({ reason }: { readonly reason: string | undefined }): ReactElement | undefined {
  return reason === undefined ? undefined : <span className="muted">{reason}</span>;
}
