/** Reports a deletion, with a button that restores what was deleted. */
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type Action, titleOf } from "./action.ts";
import classes from "./actions.module.css";
import { runAction } from "./run-action.tsx";

export interface Deletion<Target> {
  readonly title: string;
  readonly detail?: string;
  readonly restore: Action<Target>;
  readonly target: Target;
}

export function showDeleted<Target>({ title, detail, restore, target }: Deletion<Target>): void {
  const id = `deleted ${title}`;
  const onRestore = (): void => {
    notifications.hide(id);
    void runAction(restore, target);
  };
  notifications.show({
    id,
    title,
    message: (
      <span className={classes["deleted"]}>
        {detail}
        <Button onClick={onRestore}>{titleOf(restore, target)}</Button>
      </span>
    ),
    color: "petrol",
    autoClose: 15_000,
  });
}
