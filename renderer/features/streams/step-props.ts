/** What every step of the form is given. */
import type { TypedStream } from "./typed-stream-model.ts";

export interface StepProps {
  readonly typed: TypedStream;
  readonly put: (change: Partial<TypedStream>) => void;
  /** Sentences by field. */
  readonly mistakes: Readonly<Record<string, string>>;
}
