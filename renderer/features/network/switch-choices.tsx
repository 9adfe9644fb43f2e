/** The switches of a new profile, each left to the service, on or off. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl } from "@mantine/core";
import type { ReactElement } from "react";
import classes from "./network.module.css";
import { profileSwitches } from "./network-model.ts";
import type { TypedProfile } from "./typed-profile-model.ts";

const choices = [
  { value: "", label: t(($) => $.network.profile.serviceDefault) },
  { value: "yes", label: t(($) => $.common.on) },
  { value: "no", label: t(($) => $.common.off) },
];

export interface SwitchChoicesProps {
  readonly value: TypedProfile["switches"];
  readonly onChange: (switches: TypedProfile["switches"]) => void;
}

export function SwitchChoices({ value, onChange }: SwitchChoicesProps): ReactElement {
  return (
    <fieldset className={classes["switches"]}>
      <legend>{t(($) => $.network.profile.featuresHelp)}</legend>
      {profileSwitches.map(([name, words]) => {
        const is = value[name];
        return (
          <div className={classes["switch"]} key={name}>
            <span>{words}</span>
            <SegmentedControl
              aria-label={words}
              data={choices}
              onChange={(next) => {
                const { [name]: _former, ...others } = value;
                onChange(next === "" ? others : { ...others, [name]: next === "yes" });
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
