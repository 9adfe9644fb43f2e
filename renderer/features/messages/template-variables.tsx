/** Description and default of each variable of a template. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import classes from "./messages.module.css";
import type { TemplateDraft } from "./template-draft.ts";

type About = TemplateDraft["variables"];

export interface TemplateVariablesProps {
  readonly names: readonly string[];
  readonly about: About;
  readonly onChange: (about: About) => void;
}

export function TemplateVariables({ names, about, onChange }: TemplateVariablesProps): ReactElement | undefined {
  if (names.length === 0) return undefined;
  return (
    <table aria-label={t(($) => $.messages.templates.variables)} className={classes["table"]}>
      <thead>
        <tr>
          <th>{t(($) => $.messages.templates.variable)}</th>
          <th>{t(($) => $.messages.templates.description)}</th>
          <th>{t(($) => $.messages.templates.defaultValue)}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const { description, standard } = about[name] ?? { description: "", standard: "" };
          const change = (next: Partial<About[string]>): void =>
            onChange({ ...about, [name]: { description, standard, ...next } });
          return (
            <tr key={name}>
              <td className="mono">{name}</td>
              <td>
                <TextInput
                  aria-label={t(($) => $.messages.templates.descriptionOf, { name })}
                  onChange={({ currentTarget }) => change({ description: currentTarget.value })}
                  value={description}
                />
              </td>
              <td>
                <TextInput
                  aria-label={t(($) => $.messages.templates.defaultValueOf, { name })}
                  onChange={({ currentTarget }) => change({ standard: currentTarget.value })}
                  value={standard}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
