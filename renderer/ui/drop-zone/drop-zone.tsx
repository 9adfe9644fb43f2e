/** An area that accepts dropped files and highlights during a drag. The button next to it serves keyboard users. */
import { type DragEvent, type ReactElement, type ReactNode, useState } from "react";
import classes from "./drop-zone.module.css";

export interface DropZoneProps {
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

export function DropZone({ label, onFiles, children }: DropZoneProps): ReactElement {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsDraggedOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping has no keyboard equivalent; the file button has
    <section
      aria-label={label}
      className={classes["zone"]}
      data-over={isDraggedOver || undefined}
      onDragLeave={() => setIsDraggedOver(false)}
      onDragOver={(event) => {
        // Dragged page content is not a file.
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDrop={drop}
    >
      {children}
    </section>
  );
}
