/** The data stream that is being described over the current connection; `begun` where a text was typed. */
import { type KeptForm, useKeptForm } from "../../store/use-kept-form.ts";
import { emptyStream, isEmpty, readTyped, type TypedStream } from "./typed-stream-model.ts";

export function useTypedStream(): KeptForm<TypedStream> {
  const form = useKeptForm("streams", "new", emptyStream, readTyped);
  return { ...form, begun: !isEmpty(form.typed) };
}
