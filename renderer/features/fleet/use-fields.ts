/** The fields of a list, with the cached values of references such as profiles. */
import { formatText } from "#shared/texts/text.ts";
import { useEffect, useMemo, useState } from "react";
import type { Field } from "#shared/contract/fleet/fleet.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { currentField } from "../../ui/filter-bar/suggestions.ts";
import { listColumns } from "./list-columns.ts";
import type { ListName } from "./fleet-slice.ts";

type Choices = NonNullable<Field["choices"]>;

const nothing: readonly Field[] = [];
const mostValues = 100;

export function useFields(name: ListName, draft: string): readonly Field[] {
  const { collection } = name;
  const fields = useFleetData("fleet.fields", { collection })?.fields ?? nothing;
  const conditions = useFleetdesk((state) => state.address.query["filter"] ?? "");
  const announce = useFleetdesk((state) => state.announce);
  const [choicesByField, setChoicesByField] = useState<Readonly<Record<string, Choices>>>({});
  const references = useMemo(
    () => listColumns[collection].filter(({ kind, target }) => kind === "reference" && target !== "endpoint"),
    [collection],
  );
  const requestedField = references.find(
    ({ name: field }) =>
      choicesByField[field] === undefined &&
      (currentField(draft, fields)?.name === field || conditions.includes(`${field}:`)),
  )?.name;
  useEffect(() => {
    if (requestedField === undefined) return;
    fleet.fleet
      .facet({ ...name, field: requestedField, limit: mostValues })
      .then(({ values }) => setChoicesByField((before) => ({ ...before, [requestedField]: values })))
      .catch((error: unknown) => announce(formatText(failureOf(error).text)));
  }, [announce, name, requestedField]);
  return useMemo(
    () =>
      fields.map((field) => {
        const choices = field.choices ?? choicesByField[field.name];
        return choices === undefined ? field : { ...field, choices };
      }),
    [fields, choicesByField],
  );
}
