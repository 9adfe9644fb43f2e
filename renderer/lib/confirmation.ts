/** What an action asks before it happens. */
export interface Confirmation {
  readonly title: string;
  readonly summary?: string | readonly string[];
  readonly confirmLabel: string;
  /** Label of the way out, if it is not "Cancel". */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** Number that must be typed. */
  readonly numberToType?: number;
  /** Label of a checkbox that must be ticked. */
  readonly acknowledgement?: string;
  /** Label of a checkbox that changes the action. */
  readonly option?: string;
}
