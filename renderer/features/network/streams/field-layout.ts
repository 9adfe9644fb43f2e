/** Field layout of these forms: help below the field, so that fields in a row stay aligned; identifiers in a monospaced font. */

type Part = "label" | "input" | "description" | "error";

/** The library requires a mutable array. */
export const helpBelow: { readonly inputWrapperOrder: Part[] } = {
  inputWrapperOrder: ["label", "input", "error", "description"],
};

export const monoInput = { input: "mono" } as const;
