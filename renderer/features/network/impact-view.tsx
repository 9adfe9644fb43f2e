/** The impact of a change, shown before it is made. */
import { formatText } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Impact } from "#shared/contract/network/network-schemas.ts";
import { Callout } from "../../ui/callout.tsx";
import classes from "./network.module.css";
import { profileTitle } from "./network-labels.ts";

export function ImpactView({ impact }: { readonly impact: Impact }): ReactElement {
  const { profiles, sentence, note } = impact;
  return (
    <Callout title={formatText(sentence)} tone={profiles.length === 0 ? "neutral" : "waiting"}>
      {profiles.length === 0 ? undefined : (
        <ul className={classes["impact"]}>
          {profiles.map((profile) => (
            <li key={profile.id}>
              <a href={`#/network/profiles?profile=${encodeURIComponent(profile.id)}`}>{profileTitle(profile)}</a>{" "}
              <span className="muted">{formatText(profile.endpoints.sentence)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>{formatText(note)}</p>
    </Callout>
  );
}
