/** A place that takes files dropped on it, and shows that it would. Whoever has no mouse uses the button beside it. */
import { type DragEvent, type ReactElement, type ReactNode, useState } from "react";
import classes from "./drop-zone.module.css";

export interface DropZoneProps {
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

export function DropZone({ label, onFiles, children }: DropZoneProps): ReactElement {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping has no keyboard; the file button has
    <section
      aria-label={label}
      className={classes["zone"]}
      data-over={over || undefined}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        // What is dragged within the page is no file.
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDrop={drop}
    >
      {children}
    </section>
  );
}
