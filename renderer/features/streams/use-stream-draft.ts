/** The data stream that is being described over the current connection; `begun` where a text was typed. */
import { type DraftForm, useDraftForm } from "../../store/use-draft-form.ts";
import { emptyStream, isEmpty, readStreamDraft, type StreamDraft } from "./stream-draft.ts";

export function useStreamDraft(): DraftForm<StreamDraft> {
  const form = useDraftForm("streams", "new", emptyStream, readStreamDraft);
  return { ...form, hasDraft: !isEmpty(form.values) };
}
