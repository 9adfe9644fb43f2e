/** Local text of an input whose value is stored elsewhere; reset when that value changes. */
import { useState } from "react";

/** `written` is the stored value, for example in the address. */
export function useInputDraft(written: string): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ written, text: written });
  return [draft.written === written ? draft.text : written, (text) => setDraft({ written, text })];
}
