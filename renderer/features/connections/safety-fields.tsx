/** What the devices of a connection are used for, the colour of its badge, and whether it may change anything. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl, Select, Switch } from "@mantine/core";
import { type ReactElement, useId } from "react";
import { EnvironmentBadge } from "../../ui/connection-tag.tsx";
import type { OptionsDraft } from "./connect-draft.ts";
import classes from "./connect.module.css";

type SafetyDraft = Pick<OptionsDraft, "environment" | "colour" | "readOnly">;

export interface SafetyFieldsProps {
  readonly draft: SafetyDraft;
  /** The built-in simulator, whose environment is fixed. */
  readonly practice: boolean;
  readonly onChange: (part: Partial<SafetyDraft>) => void;
}

const environments: readonly { readonly value: SafetyDraft["environment"]; readonly label: string }[] = [
  { value: "test", label: t(($) => $.connections.environment.test) },
  { value: "production", label: t(($) => $.connections.environment.production) },
];

const colours: readonly { readonly value: SafetyDraft["colour"]; readonly label: string }[] = [
  { value: "auto", label: t(($) => $.connections.environment.colours.auto) },
  { value: "grey", label: t(($) => $.connections.environment.colours.grey) },
  { value: "blue", label: t(($) => $.connections.environment.colours.blue) },
  { value: "teal", label: t(($) => $.connections.environment.colours.teal) },
  { value: "green", label: t(($) => $.connections.environment.colours.green) },
  { value: "yellow", label: t(($) => $.connections.environment.colours.yellow) },
  { value: "orange", label: t(($) => $.connections.environment.colours.orange) },
  { value: "red", label: t(($) => $.connections.environment.colours.red) },
  { value: "pink", label: t(($) => $.connections.environment.colours.pink) },
];

export function SafetyFields({ draft, practice, onChange }: SafetyFieldsProps): ReactElement {
  const id = useId();
  const { environment, colour, readOnly } = draft;
  return (
    <>
      {practice ? undefined : (
        <div className={classes["environment"]}>
          <span id={id}>{t(($) => $.connections.environment.title)}</span>
          <SegmentedControl
            aria-labelledby={id}
            data={[...environments]}
            onChange={(value) => onChange({ environment: value })}
            value={environment}
          />
          <span className="muted">{t(($) => $.connections.environment.help)}</span>
        </div>
      )}
      <div className={classes["colour"]}>
        <Select
          allowDeselect={false}
          data={[...colours]}
          label={t(($) => $.connections.environment.colour)}
          onChange={(value) => {
            const selected = colours.find((one) => one.value === value);
            if (selected !== undefined) onChange({ colour: selected.value });
          }}
          value={colour}
        />
        <EnvironmentBadge connection={{ practice, options: { environment, colour } }} />
      </div>
      <Switch
        checked={readOnly}
        description={t(($) => $.connections.environment.readOnlyHelp)}
        label={t(($) => $.connections.environment.readOnly)}
        onChange={({ currentTarget }) => onChange({ readOnly: currentTarget.checked })}
      />
    </>
  );
}
