/** What a person types into a field whose value stands elsewhere: their text until that value becomes another one. */
import { useState } from "react";

/** `written` is what stands elsewhere, such as in the address. */
export function useInputDraft(written: string): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ written, text: written });
  return [draft.written === written ? draft.text : written, (text) => setDraft({ written, text })];
}
