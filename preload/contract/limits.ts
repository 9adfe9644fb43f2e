/** Numbers that both sides of the border go by. */

/** A start for more recipients, or endpoints, needs their exact number as confirmation. */
export const maxUnconfirmed = 100;

/** A text of more segments costs more than one expects: recipients are excluded, and a single SMS has to be confirmed. */
export const defaultMaxSegments = 10;
