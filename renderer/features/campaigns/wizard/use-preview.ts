/** Preview of the draft, refreshed shortly after a change. */
import { formatText } from "#shared/texts/text.ts";
import { useEffect, useMemo } from "react";
import type { AsyncState } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { previewQueryOf, isSamePreviewQuery } from "./draft-body.ts";
import type { Preview } from "./wizard-slice.ts";

const afterMs = 300;

export interface PreviewState {
  readonly preview: AsyncState<Preview>;
  /** The preview is outdated or loading. */
  readonly busy: boolean;
  /** Why there is no preview, as a whole sentence. */
  readonly problem: string | undefined;
}

export function usePreview(): PreviewState {
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const audience = useFleetdesk((state) => state.wizard?.body.audience);
  const text = useFleetdesk((state) => state.wizard?.body.text);
  const bindings = useFleetdesk((state) => state.wizard?.body.bindings);
  const maxSegments = useFleetdesk((state) => state.wizard?.body.maxSegments);
  const preview = useFleetdesk((state) => state.wizardPreview);
  const of = useFleetdesk((state) => state.wizardPreviewOf);
  const refresh = useFleetdesk((state) => state.previewWizard);
  const isEmpty = (audience ?? []).length === 0;
  const now = useMemo(
    () =>
      previewQueryOf({
        connection,
        body: {
          audience,
          text,
          bindings,
          maxSegments,
        },
      }),
    [audience, bindings, connection, maxSegments, text],
  );
  const stale = of === undefined || !isSamePreviewQuery(of, now);
  useEffect(() => {
    if (of !== undefined && isSamePreviewQuery(of, now)) return undefined;
    const timer = window.setTimeout(() => void refresh(), afterMs);
    return () => window.clearTimeout(timer);
  }, [refresh, now, of]);
  const busy = !isEmpty && (stale || preview.state === "loading");
  return { preview, busy, problem: preview.state === "failed" && !busy ? formatText(preview.failure.text) : undefined };
}
