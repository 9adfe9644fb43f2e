/** Props of every step of the form. */
import type { StreamDraft } from "./stream-draft.ts";

export interface StepProps {
  readonly draft: StreamDraft;
  readonly put: (change: Partial<StreamDraft>) => void;
  /** Error messages by field. */
  readonly errors: Readonly<Record<string, string>>;
}
