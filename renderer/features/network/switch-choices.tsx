/** The switches of a new profile: service default, on, or off. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl } from "@mantine/core";
import type { ReactElement } from "react";
import classes from "./network.module.css";
import { profileSwitches } from "./network-labels.ts";
import type { ProfileFormState } from "./profile-form-state.ts";

const choices = [
  { value: "", label: t(($) => $.network.profile.serviceDefault) },
  { value: "yes", label: t(($) => $.common.on) },
  { value: "no", label: t(($) => $.common.off) },
];

export interface SwitchChoicesProps {
  readonly value: ProfileFormState["switches"];
  readonly onChange: (switches: ProfileFormState["switches"]) => void;
}

export function SwitchChoices({ value, onChange }: SwitchChoicesProps): ReactElement {
  return (
    <fieldset className={classes["switches"]}>
      <legend>{t(($) => $.network.profile.featuresHelp)}</legend>
      {profileSwitches.map(([name, label]) => {
        const is = value[name];
        return (
          <div className={classes["switch"]} key={name}>
            <span>{label}</span>
            <SegmentedControl
              aria-label={label}
              data={choices}
              onChange={(next) => {
                const { [name]: _former, ...rest } = value;
                onChange(next === "" ? rest : { ...rest, [name]: next === "yes" });
              }}
              size="xs"
              value={is === undefined ? "" : is ? "yes" : "no"}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
