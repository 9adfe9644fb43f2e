/** Detail of a list item, next to the list. The close button and Escape close it and return focus to the list. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useCallback } from "react";
import { focusList, useEscape } from "../use-escape.ts";
import classes from "./page-frame.module.css";
import { Spacer } from "./page.tsx";

export interface DetailAsideProps {
  /** Kind of the item: "Event". */
  readonly label: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function DetailAside({ label, title, onClose, children }: DetailAsideProps): ReactElement {
  const close = useCallback(() => {
    onClose();
    focusList();
  }, [onClose]);
  useEscape(close);
  return (
    <aside aria-label={label} className={classes["detail"]}>
      <div className={classes["detailHead"]}>
        <h2>{title}</h2>
        <Spacer />
        <Button
          aria-label={t(($) => $.shell.details.close)}
          onClick={close}
          size="compact-xs"
          title={t(($) => $.shell.details.closeWithKey)}
          variant="subtle"
        >
          <IconX aria-hidden="true" size={14} />
        </Button>
      </div>
      {children}
    </aside>
  );
}
