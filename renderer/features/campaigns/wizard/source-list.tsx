/** The steps of an audience in order; they are moved with buttons, the keyboard or the mouse. */
import { t } from "#shared/texts/text.ts";
import { ActionIcon, SegmentedControl } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactElement, useState } from "react";
import type { AudienceSteps } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Panel } from "../../../ui/panel.tsx";
import { useNames } from "./use-names.ts";
import parts from "./audience.module.css";
import classes from "./wizard.module.css";
import { moveStep, formatSource } from "./plan-text.ts";

export interface SourceListProps {
  readonly audience: AudienceSteps;
  readonly onChange: (audience: AudienceSteps) => void;
}

export function SourceList({ audience, onChange }: SourceListProps): ReactElement {
  const names = useNames(audience);
  const announce = useFleetdesk((state) => state.announce);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const move = (from: number, to: number): void => {
    const next = moveStep(audience, from, to);
    if (next === audience) return;
    onChange(next);
    announce(t(($) => $.planning.sources.reordered, { from: from + 1, to: to + 1 }));
  };
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <Panel title={t(($) => $.planning.sources.title)}>
      {audience.length === 0 ? <p className="muted">{t(($) => $.planning.sources.empty)}</p> : undefined}
      <ol className={parts["sources"]}>
        {audience.map(({ op, source }, index) => (
          // Two steps may have the same source, so their position identifies them.
          // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/no-noninteractive-element-interactions -- buttons and keys are alternatives to dragging
          <li
            data-dragged={dragged === index || undefined}
            data-over={(over === index && dragged !== undefined && dragged !== index) || undefined}
            draggable={audience.length > 1}
            // oxlint-disable-next-line react/no-array-index-key -- as above
            key={`${index} ${Object.keys(source).join(" ")}`}
            onDragEnd={end}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              setOver(index);
            }}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(index);
            }}
            onDrop={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              move(dragged, index);
              end();
            }}
          >
            <SourceRow
              count={audience.length}
              index={index}
              onMove={(to) => move(index, to)}
              onOp={(next) => onChange(audience.map((each, at) => (at === index ? { ...each, op: next } : each)))}
              onRemove={() => onChange(audience.filter((_, at) => at !== index))}
              op={op}
              label={formatSource(source, names)}
            />
          </li>
        ))}
      </ol>
      {audience[0]?.op === "remove" ? (
        <p className={classes["bad"]}>{t(($) => $.planning.sources.firstExcludes)}</p>
      ) : undefined}
    </Panel>
  );
}

interface SourceRowProps {
  readonly index: number;
  readonly count: number;
  readonly op: "add" | "remove";
  readonly label: string;
  readonly onOp: (op: "add" | "remove") => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function SourceRow({ index, count, op, label, onOp, onMove, onRemove }: SourceRowProps): ReactElement {
  const step = index + 1;
  const keys = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(index + (event.key === "ArrowUp" ? -1 : 1));
  };
  return (
    <>
      {count > 1 ? <IconGripVertical aria-hidden="true" className={parts["grip"]} size={14} /> : undefined}
      <SegmentedControl
        aria-label={t(($) => $.planning.sources.operation, { step })}
        data={[
          { value: "add", label: t(($) => $.common.add) },
          { value: "remove", label: t(($) => $.planning.sources.exclude) },
        ]}
        onChange={(value) => onOp(value === "remove" ? "remove" : "add")}
        value={op}
      />
      <span className={parts["label"]}>{label}</span>
      <ActionIcon
        aria-label={t(($) => $.planning.sources.moveUp, { step })}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
        onKeyDown={keys}
      >
        <IconArrowUp aria-hidden="true" size={14} />
      </ActionIcon>
      <ActionIcon
        aria-label={t(($) => $.planning.sources.moveDown, { step })}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
        onKeyDown={keys}
      >
        <IconArrowDown aria-hidden="true" size={14} />
      </ActionIcon>
      <ActionIcon aria-label={t(($) => $.planning.sources.removeStep, { step })} onClick={onRemove} onKeyDown={keys}>
        <IconX aria-hidden="true" size={14} />
      </ActionIcon>
    </>
  );
}
