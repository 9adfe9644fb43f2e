/** The judgement of what is written, asked anew a moment after it changed. */
import { formatText } from "#shared/texts/text.ts";
import { useEffect, useMemo } from "react";
import type { Remote } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { previewQuestion, sameQuestion } from "./draft-model.ts";
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
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const audience = useFleetdesk((state) => state.wizard?.body.audience);
  const text = useFleetdesk((state) => state.wizard?.body.text);
  const bindings = useFleetdesk((state) => state.wizard?.body.bindings);
  const maxSegments = useFleetdesk((state) => state.wizard?.body.maxSegments);
  const preview = useFleetdesk((state) => state.wizardPreview);
  const of = useFleetdesk((state) => state.wizardPreviewOf);
  const ask = useFleetdesk((state) => state.previewWizard);
  const nobody = (audience ?? []).length === 0;
  const now = useMemo(
    () =>
      previewQuestion({
        connection,
        body: {
          ...(audience === undefined ? {} : { audience }),
          ...(text === undefined ? {} : { text }),
          ...(bindings === undefined ? {} : { bindings }),
          ...(maxSegments === undefined ? {} : { maxSegments }),
        },
      }),
    [audience, bindings, connection, maxSegments, text],
  );
  const stale = of === undefined || !sameQuestion(of, now);
  useEffect(() => {
    if (of !== undefined && sameQuestion(of, now)) return undefined;
    const timer = window.setTimeout(() => void ask(), afterMs);
    return () => window.clearTimeout(timer);
  }, [ask, now, of]);
  const busy = !nobody && (stale || preview.state === "loading");
  return { preview, busy, problem: preview.state === "failed" && !busy ? formatText(preview.failure.text) : undefined };
}
