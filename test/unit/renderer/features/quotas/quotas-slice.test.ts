import { expect, test } from "vitest";
import { emptyForm } from "../../../../../renderer/features/quotas/quota-form.ts";
import { createQuotasSlice, formKey } from "../../../../../renderer/features/quotas/quotas-slice.ts";
import { openSlice } from "../../open-slice.ts";

const unanswered = (): Promise<never> => new Promise(() => undefined);

test("empties the form of a change that was made, unless it was edited since", () => {
  const slice = openSlice(createQuotasSlice, unanswered);
  const key = formKey("Acme", "70001", "data");
  const submitted = { ...emptyForm, volume: "12", op: "add" } as const;
  const edited = { ...submitted, volume: "120" };
  slice().saveQuotaForm(key, edited);
  slice().clearQuotaForm(key, submitted, "add");
  expect(slice().quotaForms[key]).toEqual(edited);
  slice().clearQuotaForm(key, { ...edited }, "add");
  expect(slice().quotaForms[key]).toEqual({ ...emptyForm, op: "add" });
});
