/** What a person types into a field whose value stands elsewhere: their text until that value becomes another one. */
import { useState } from "react";

/** `written` is what stands elsewhere, such as in the address. */
export function useTyped(written: string): readonly [string, (typed: string) => void] {
  const [kept, setKept] = useState({ written, typed: written });
  return [kept.written === written ? kept.typed : written, (typed) => setKept({ written, typed })];
}
