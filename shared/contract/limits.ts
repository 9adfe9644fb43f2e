/** Limits that main and the window share. */

/** A start with more recipients, or endpoints, needs their exact number as confirmation. */
export const maxUnconfirmed = 100;

/** A text with more segments is unexpectedly expensive: recipients are excluded, and a single SMS has to be confirmed. */
export const defaultMaxSegments = 10;
