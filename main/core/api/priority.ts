/** The types that the governor and its callers share. */

/** Highest first: clicks, retries after a 401, campaign sends, delivery checks, sync. */
export type Priority = "click" | "auth" | "campaign" | "delivery" | "sync";

/** Requests per seconds and IP address, or none. */
export type Ceiling = "none" | { readonly requests: number; readonly seconds: number };
