/** First step: destination, content, and start of the data. */
import { t } from "#shared/texts/text.ts";
import { Checkbox, Radio } from "@mantine/core";
import type { ReactElement } from "react";
import type { DestinationKind, StreamContent } from "#shared/contract/network/stream-schemas.ts";
import type { StepProps } from "./step-props.ts";
import classes from "./streams.module.css";
import { contentLabels, destinationHelp, destinationLabels } from "./stream-labels.ts";

const destinations = Object.keys(destinationLabels) as readonly DestinationKind[];
const contents = Object.keys(contentLabels) as readonly StreamContent[];

export function DestinationStep({ draft, put, errors }: StepProps): ReactElement {
  const takesAll = draft.destination === "rest-api";
  return (
    <>
      <Radio.Group
        label={t(($) => $.network.streams.destination.label)}
        onChange={(value) => put({ destination: value })}
        value={draft.destination}
      >
        <div className={classes["choices"]}>
          {destinations.map((kind) => (
            <Radio description={destinationHelp[kind]} key={kind} label={destinationLabels[kind]} value={kind} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        description={takesAll ? undefined : t(($) => $.network.streams.content.fixed)}
        error={errors["content"]}
        label={t(($) => $.network.streams.content.label)}
        onChange={(value) => put({ content: value })}
        value={takesAll ? draft.content : "usage-and-events"}
      >
        <div className={classes["choices"]}>
          {contents.map((content) => (
            <Radio
              disabled={!takesAll && content === "events"}
              key={content}
              label={contentLabels[content]}
              value={content}
            />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        checked={draft.historic}
        description={t(($) => $.network.streams.form.historicHelp)}
        label={t(($) => $.network.streams.detail.historic)}
        onChange={({ currentTarget }) => put({ historic: currentTarget.checked })}
      />
    </>
  );
}
