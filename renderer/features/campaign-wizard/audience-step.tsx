/** Step 1: who. Sources are joined and taken away in their order; who is left out is told with row and reason. */
import { ActionIcon, SegmentedControl } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { AudienceSteps } from "#contract/campaign-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { AddSource } from "./add-source.tsx";
import { lackOf, moved, sourceWords, nothingWritten } from "./draft-model.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { SuppressionLine } from "./suppression-line.tsx";
import { useNames } from "./use-names.ts";
import classes from "./wizard.module.css";

export function AudienceStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const write = useFleetdesk((state) => state.write);
  const audience = body.audience ?? [];
  const names = useNames(audience);
  const lack = lackOf(body, "audience");
  const put = (next: AudienceSteps): void => write({ audience: next });
  return (
    <div className={classes["two"]}>
      <div className={classes["column"]}>
        <Panel title="Who">
          {audience.length === 0 ? <p className="muted">{lack}</p> : undefined}
          <ol className={classes["sources"]}>
            {audience.map(({ op, source }, index) => (
              // Two steps may be the same source: their place tells them apart.
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <li key={`${index} ${JSON.stringify(source).slice(0, 80)}`}>
                <SegmentedControl
                  aria-label={`What step ${index + 1} does`}
                  data={[
                    { value: "add", label: "Add" },
                    { value: "remove", label: "Without" },
                  ]}
                  onChange={(value) => put(audience.map((each, at) => (at === index ? { ...each, op: value } : each)))}
                  value={op}
                />
                <span className={classes["words"]}>{sourceWords(source, names)}</span>
                <ActionIcon
                  aria-label={`Move step ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => put(moved(audience, index, -1))}
                >
                  <IconArrowUp aria-hidden="true" size={14} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move step ${index + 1} down`}
                  disabled={index === audience.length - 1}
                  onClick={() => put(moved(audience, index, 1))}
                >
                  <IconArrowDown aria-hidden="true" size={14} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Take step ${index + 1} away`}
                  onClick={() => put(audience.filter((_, at) => at !== index))}
                >
                  <IconX aria-hidden="true" size={14} />
                </ActionIcon>
              </li>
            ))}
          </ol>
          {audience[0]?.op === "remove" ? (
            <p className={classes["bad"]}>The first step takes nobody away: nobody was joined before it.</p>
          ) : undefined}
        </Panel>
        <AddSource onAdd={(source) => put([...audience, { op: "add", source }])} />
        <SuppressionLine />
      </div>
      <PreviewPanel />
    </div>
  );
}
