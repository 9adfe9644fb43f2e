/** The confirmation that an action requires. */
export interface Confirmation {
  readonly title: string;
  readonly summary?: string | readonly string[];
  readonly confirmLabel: string;
  /** Label of the button that cancels; "Cancel" if missing. */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** Number that must be typed. */
  readonly numberToType?: number;
  /** Label of a checkbox that must be ticked. */
  readonly acknowledgement?: string;
  /** Label of a checkbox that changes the action. */
  readonly option?: string;
}

/** What was entered in a confirmation. */
export interface ConfirmationInput {
  readonly number: number | undefined;
  readonly option: boolean;
  /** The checkbox that must be ticked was shown and ticked. */
  readonly acknowledged?: boolean;
}
