/** The judgement of what is written, asked anew a moment after it changed. */
import { useEffect } from "react";
import type { Remote } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { previewKey } from "./draft-model.ts";
import type { Preview } from "./wizard-slice.ts";

const afterMs = 300;

export interface Judged {
  readonly preview: Remote<Preview>;
  /** It is about what was written before, or on its way. */
  readonly busy: boolean;
  /** Why there is none, as a whole sentence. */
  readonly problem: string | undefined;
}

export function usePreview(): Judged {
  const key = useFleetdesk((state) => (state.wizard === undefined ? "" : previewKey(state.wizard)));
  const preview = useFleetdesk((state) => state.wizardPreview);
  const of = useFleetdesk((state) => state.wizardPreviewOf);
  const ask = useFleetdesk((state) => state.previewWizard);
  const nobody = useFleetdesk((state) => (state.wizard?.body.audience ?? []).length === 0);
  useEffect(() => {
    if (of === key) return undefined;
    const timer = window.setTimeout(() => void ask(), afterMs);
    return () => window.clearTimeout(timer);
  }, [ask, key, of]);
  const busy = !nobody && (of !== key || preview.state === "loading");
  return { preview, busy, problem: preview.state === "failed" && !busy ? preview.failure.message : undefined };
}
