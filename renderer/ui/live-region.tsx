/** Says to a screen reader what the rest of the window only shows. */
import type { ReactElement } from "react";

export function LiveRegion({ sentence }: { readonly sentence: string }): ReactElement {
  return (
    <div aria-live="polite" className="visually-hidden" role="status">
      {sentence}
    </div>
  );
}
