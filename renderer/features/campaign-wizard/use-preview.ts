/** The judgement of what is written, asked anew a moment after it changed. */
import { useEffect } from "react";
import type { Remote } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { type Preview, previewKey } from "./wizard-slice.ts";

const afterMs = 300;

export function usePreview(): { readonly preview: Remote<Preview>; readonly stale: boolean } {
  const key = useFleetdesk((state) => (state.wizard === undefined ? "" : previewKey(state.wizard.body)));
  const preview = useFleetdesk((state) => state.wizardPreview);
  const of = useFleetdesk((state) => state.wizardPreviewOf);
  const ask = useFleetdesk((state) => state.previewWizard);
  useEffect(() => {
    if (of === key) return undefined;
    const timer = window.setTimeout(() => void ask(), afterMs);
    return () => window.clearTimeout(timer);
  }, [ask, key, of]);
  return { preview, stale: of !== key };
}
