/** Undo: a deletion, a cleared filter and a changed layout are reported with a button that restores what was there. */
import { t } from "#shared/texts/text.ts";
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

/** For a change of the window alone: not listed in the notification centre. */
export function offerUndo(title: string, run: () => void): void {
  const undo = { label: t(($) => $.shell.undo.label), run };
  useFleetdesk.getState().notify({ title, text: "", tone: "plain", hint: true, undo });
}

/** Before a filter of the open page is cleared; `restore` is called while the page is still open, otherwise it is opened as it was. */
export function offerFilterUndo(restore: () => void): void {
  const { address } = useFleetdesk.getState();
  const page = address.path.join("/");
  offerUndo(
    t(($) => $.shell.undo.filterCleared),
    () => {
      const { address: now, navigate } = useFleetdesk.getState();
      if (now.path.join("/") === page) restore();
      else navigate(address);
    },
  );
}

/** Removes parameters of the address that narrow a list. */
export function clearFilters(parameters: readonly string[]): void {
  const { address, setQuery } = useFleetdesk.getState();
  const before = Object.fromEntries(parameters.map((name) => [name, address.query[name]]));
  offerFilterUndo(() => setQuery(before));
  setQuery(Object.fromEntries(parameters.map((name) => [name, undefined])));
}
