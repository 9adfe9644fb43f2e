/** First step: where it delivers to, what, and from when on. */
import { t } from "#shared/texts/text.ts";
import { Checkbox, Radio } from "@mantine/core";
import type { ReactElement } from "react";
import type { DestinationKind, StreamContent } from "#contract/stream-words.ts";
import type { StepProps } from "./step-props.ts";
import classes from "./streams.module.css";
import { contentWords, destinationHelp, destinationWords } from "./streams-model.ts";

const destinations = Object.keys(destinationWords) as readonly DestinationKind[];
const contents = Object.keys(contentWords) as readonly StreamContent[];

export function DestinationStep({ typed, put, mistakes }: StepProps): ReactElement {
  const takesAll = typed.destination === "rest-api";
  return (
    <>
      <Radio.Group
        label={t(($) => $.network.streams.destination.label)}
        onChange={(value) => put({ destination: value })}
        value={typed.destination}
      >
        <div className={classes["choices"]}>
          {destinations.map((kind) => (
            <Radio description={destinationHelp[kind]} key={kind} label={destinationWords[kind]} value={kind} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        description={takesAll ? undefined : t(($) => $.network.streams.content.fixed)}
        error={mistakes["content"]}
        label={t(($) => $.network.streams.content.label)}
        onChange={(value) => put({ content: value })}
        value={takesAll ? typed.content : "usage-and-events"}
      >
        <div className={classes["choices"]}>
          {contents.map((content) => (
            <Radio
              disabled={!takesAll && content === "events"}
              key={content}
              label={contentWords[content]}
              value={content}
            />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        checked={typed.historic}
        description={t(($) => $.network.streams.form.historicHelp)}
        label={t(($) => $.network.streams.detail.historic)}
        onChange={({ currentTarget }) => put({ historic: currentTarget.checked })}
      />
    </>
  );
}
