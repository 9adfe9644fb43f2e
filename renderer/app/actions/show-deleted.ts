/** Reports a deletion, with a button that restores what was deleted. */
import { useFleetdesk } from "../store/store.ts";
import { type Action, titleOf } from "./action.ts";
import { runAction } from "./run-action.tsx";

export interface Deletion<Target> {
  readonly title: string;
  readonly detail?: string;
  readonly restore: Action<Target>;
  readonly target: Target;
}

export function showDeleted<Target>({ title, detail = "", restore, target }: Deletion<Target>): void {
  const undo = { label: titleOf(restore, target), run: () => void runAction(restore, target) };
  useFleetdesk.getState().notify({ title, text: detail, tone: "plain", undo });
}
