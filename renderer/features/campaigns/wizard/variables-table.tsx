/** Source of each variable: a column of a list, a field of the endpoint, or a typed value. */
import { formatText, t } from "#shared/texts/text.ts";
import { Select, TextInput } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import classes from "./wizard.module.css";

/** `isTyping`: a variable is being typed, so that its braces are open. */
export function VariablesTable({ isTyping }: { readonly isTyping: boolean }): ReactElement | undefined {
  const text = useFleetdesk((state) => state.wizard?.body.text ?? "");
  const bindings = useFleetdesk((state) => state.wizard?.body.bindings) ?? {};
  const columns = useFleetdesk((state) => dataOf(state.wizardPreview)?.columns) ?? [];
  const write = useFleetdesk((state) => state.write);
  const data = dataOf(useAsyncState(useCallback((signal) => fleet.planning.variables({ text }, signal), [text])));
  if (data === undefined || text === "") return undefined;
  const { variables, endpointFields, problem, warning } = data;
  if (problem !== undefined && isTyping) return undefined;
  if (problem !== undefined) return <p role="alert">{formatText(problem.message)}</p>;
  const own = variables.filter((name) => !name.startsWith("endpoint."));
  const callout = warning === undefined ? undefined : <Callout tone="waiting">{formatText(warning)}</Callout>;
  if (own.length === 0) return callout;
  const bind = (name: string, binding: Binding | undefined): void => {
    const { [name]: _before, ...rest } = bindings;
    write({ bindings: binding === undefined ? rest : { ...rest, [name]: binding } });
  };
  const choices = [
    { value: "same", label: t(($) => $.planning.text.sameColumn) },
    { value: "typed", label: t(($) => $.planning.text.fixedValue) },
    ...columns
      .filter((column) => column !== "")
      .map((column) => ({ value: `column ${column}`, label: t(($) => $.planning.text.column, { name: column }) })),
    ...endpointFields.map((field) => ({
      value: `field ${field}`,
      label: t(($) => $.planning.text.endpointField, { name: field }),
    })),
  ];
  return (
    <>
      {callout}
      <table aria-label={t(($) => $.planning.text.variables)} className={classes["table"]}>
        <thead>
          <tr>
            <th>{t(($) => $.planning.text.variable)}</th>
            <th>{t(($) => $.planning.text.source)}</th>
            <th>{t(($) => $.planning.text.value)}</th>
          </tr>
        </thead>
        <tbody>
          {own.map((name) => {
            const binding = bindings[name];
            return (
              <tr key={name}>
                <td className="mono">{name}</td>
                <td>
                  <Select
                    allowDeselect={false}
                    aria-label={t(($) => $.planning.text.sourceOf, { name })}
                    data={choices}
                    onChange={(value) => bind(name, bindingOf(value ?? "same"))}
                    value={choiceOf(binding)}
                  />
                </td>
                <td>
                  {binding !== undefined && "value" in binding ? (
                    <TextInput
                      aria-label={t(($) => $.planning.text.valueOf, { name })}
                      error={binding.value.trim() === "" ? t(($) => $.planning.text.valueMissing) : undefined}
                      onChange={({ currentTarget }) => bind(name, { value: currentTarget.value })}
                      value={binding.value}
                    />
                  ) : binding === undefined && !columns.some((column) => sameName(column, name)) ? (
                    <span className={classes["bad"]}>{t(($) => $.planning.text.noColumn)}</span>
                  ) : (
                    <span className="muted">{t(($) => $.planning.text.fromRecipient)}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function choiceOf(binding: Binding | undefined): string {
  if (binding === undefined) return "same";
  if ("column" in binding) return `column ${binding.column}`;
  return "field" in binding ? `field ${binding.field}` : "typed";
}

function bindingOf(choice: string): Binding | undefined {
  if (choice === "typed") return { value: "" };
  if (choice.startsWith("column ")) return { column: choice.slice("column ".length) };
  return choice.startsWith("field ") ? { field: choice.slice("field ".length) } : undefined;
}
