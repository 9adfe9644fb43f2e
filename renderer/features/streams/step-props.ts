/** What every step of the form is given. */
import type { StreamDraft } from "./stream-draft.ts";

export interface StepProps {
  readonly draft: StreamDraft;
  readonly put: (change: Partial<StreamDraft>) => void;
  /** Sentences by field. */
  readonly errors: Readonly<Record<string, string>>;
}
