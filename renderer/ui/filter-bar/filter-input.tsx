/** The text input, in a monospaced font, so that the position of an error can be marked below its character. */
import { formatText, t } from "#shared/texts/text.ts";
import { type KeyboardEvent, type ReactElement, type RefObject, useId, useState } from "react";
import { Combobox } from "@mantine/core";
import type { GrammarProblem } from "#shared/contract/fleet/fleet.ts";
import classes from "./filter-bar.module.css";

export interface FilterInputProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
  readonly placeholder: string;
  readonly onDraft: (draft: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

export function FilterInput(props: FilterInputProps): ReactElement {
  const { input, draft, problem, placeholder, onDraft, onKeyDown, onFocus, onBlur } = props;
  const problemId = useId();
  const [scrolled, setScrolled] = useState(0);
  return (
    <div className={classes["typing"]}>
      <Combobox.EventsTarget withExpandedAttribute>
        <input
          aria-describedby={problem === undefined ? undefined : problemId}
          aria-invalid={problem !== undefined}
          aria-keyshortcuts="/"
          aria-label={t(($) => $.shell.filter.label)}
          autoComplete="off"
          className={classes["input"]}
          data-filter=""
          onBlur={onBlur}
          onChange={({ currentTarget }) => {
            onDraft(currentTarget.value);
            setScrolled(currentTarget.scrollLeft);
          }}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft)}
          placeholder={placeholder}
          ref={input}
          spellCheck={false}
          value={draft}
        />
      </Combobox.EventsTarget>
      {problem === undefined ? undefined : (
        <>
          <i
            aria-hidden="true"
            className={classes["errorMark"]}
            style={{ left: `calc(${problem.position - 1}ch - ${scrolled}px)` }}
          />
          <span className="visually-hidden" id={problemId}>
            {formatText(problem.text)}
          </span>
        </>
      )}
    </div>
  );
}
