/** The resizable pane next to the page; its width is stored. */
import { t } from "#shared/texts/text.ts";
import { type KeyboardEvent, type PointerEvent, type ReactElement, type ReactNode, useState } from "react";
import { useFleetdesk } from "../store/store.ts";
import classes from "./frame.module.css";

const minWidth = 280;
const maxWidth = 1200;
const stepPx = 24;

function bounded(width: number): number {
  return Math.round(Math.min(maxWidth, Math.max(minWidth, width)));
}

export function DetailPane({ children }: { readonly children: ReactNode }): ReactElement {
  const savedWidth = useFleetdesk((state) => state.settings?.detailWidth ?? 380);
  const changeSettings = useFleetdesk((state) => state.changeSettings);
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const width = dragged ?? savedWidth;

  const follow = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setDragged(bounded(window.innerWidth - event.clientX));
  };
  const commitWidth = (): void => {
    if (dragged !== undefined) void changeSettings({ detailWidth: dragged });
    setDragged(undefined);
  };
  const byKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowLeft" ? stepPx : event.key === "ArrowRight" ? -stepPx : 0;
    if (step === 0) return;
    event.preventDefault();
    void changeSettings({ detailWidth: bounded(width + step) });
  };
  return (
    <aside aria-label={t(($) => $.common.details)} className={classes["detail"]} data-pane="detail" style={{ width }}>
      {/* A focusable separator is a widget (WAI-ARIA, window splitter). */}
      <button
        aria-label={t(($) => $.shell.details.width)}
        aria-orientation="vertical"
        aria-valuemax={maxWidth}
        aria-valuemin={minWidth}
        aria-valuenow={width}
        className={classes["handle"]}
        onKeyDown={byKey}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={follow}
        onPointerUp={commitWidth}
        role="separator"
        type="button"
      />
      <div className={classes["content"]}>{children}</div>
    </aside>
  );
}
