/** Beside a button that sends something: why it cannot be pressed now. */
import type { ReactElement } from "react";

export function NoNetwork({ online }: { readonly online: boolean }): ReactElement | undefined {
  return online ? undefined : <span className="muted">No network: nothing can be sent now. What is typed stays.</span>;
}
