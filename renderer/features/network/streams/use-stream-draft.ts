/** Draft of a data stream for the current connection; `begun`: a text was entered. */
import { type DraftForm, useDraftForm } from "../../../app/store/use-draft-form.ts";
import { emptyStream, isEmpty, readStreamDraft, type StreamDraft, streamDraftName } from "./stream-draft.ts";

export function useStreamDraft(): DraftForm<StreamDraft> {
  const form = useDraftForm("streams", streamDraftName, emptyStream, readStreamDraft);
  return { ...form, hasDraft: !isEmpty(form.values) };
}
