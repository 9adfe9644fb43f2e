/** The two words everything around the governor shares. */

/** Highest first: a person's click, a repetition after a 401, campaign sends, delivery checks, sync. */
export type Priority = "click" | "auth" | "campaign" | "delivery" | "sync";

/** Requests per seconds of one address, or none. */
export type Ceiling = "none" | { readonly requests: number; readonly seconds: number };
