/** How the fields of these forms look: help under the field, so that fields beside each other stay in line; identifiers in fixed width. */

type Part = "label" | "input" | "description" | "error";

/** The library wants a list that it could change. */
export const helpBelow: { readonly inputWrapperOrder: Part[] } = {
  inputWrapperOrder: ["label", "input", "error", "description"],
};

export const monoInput = { input: "mono" } as const;
