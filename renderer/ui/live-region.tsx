/** ARIA live region for announcements that are otherwise only visible. */
import type { ReactElement } from "react";

export function LiveRegion({ sentence }: { readonly sentence: string }): ReactElement {
  return (
    <div aria-live="polite" className="visually-hidden" role="status">
      {sentence}
    </div>
  );
}
