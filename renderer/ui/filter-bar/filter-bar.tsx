/** Chips and text in one control: complete conditions are chips, the draft is text, and each can be converted to the other. */
import { formatText, t } from "#shared/texts/text.ts";
import { ActionIcon, Combobox, Tooltip, useCombobox } from "@mantine/core";
import { IconTextCaption, IconX } from "@tabler/icons-react";
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Condition, Field, GrammarProblem } from "#shared/contract/fleet/fleet.ts";
import classes from "./filter-bar.module.css";
import { filterText, matchLabel, valueLabel } from "./filter-text.ts";
import { currentField, type SuggestionSources, suggestions } from "./suggestions.ts";
import { fieldInSentence } from "../../lib/field-label.ts";

export interface FilterBarProps {
  readonly fields: readonly Field[];
  readonly conditions: readonly Condition[];
  readonly draft: string;
  /** Error of the draft, with its position. */
  readonly problem: GrammarProblem | undefined;
  readonly onDraft: (draft: string) => void;
  /** Commits the text, or the draft; it becomes chips if it can be parsed. */
  readonly onCommit: (text?: string) => void;
  /** Example input, shown while the bar is empty. */
  readonly placeholder: string;
  /** Must be stable: they are compared by reference. */
  readonly sources?: SuggestionSources;
  readonly onConditions: (conditions: readonly Condition[], draft: string) => void;
  /** Called before everything is cleared, with how to restore it. */
  readonly onClear?: (restore: () => void) => void;
  /** Escape was pressed with nothing left to close. */
  readonly onLeave: () => void;
}

/** Keeps the parse error visible until it is fixed, also after Enter. */
function useOpenOnProblem(problem: GrammarProblem | undefined, show: () => void): void {
  useEffect(() => {
    if (problem !== undefined) show();
    // oxlint-disable-next-line react/exhaustive-deps -- once per problem, not whenever the library recreates its function
  }, [problem]);
}

export function FilterBar(props: FilterBarProps): ReactElement {
  const { fields, conditions, draft, problem, onDraft, onCommit, onConditions, onLeave } = props;
  const input = useRef<HTMLInputElement>(null);
  const [touched, setTouched] = useState(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const offered = useMemo(() => suggestions(draft, fields, props.sources), [draft, fields, props.sources]);
  const field = currentField(draft, fields);
  useOpenOnProblem(problem, combobox.openDropdown);
  const empty = conditions.length === 0 && draft === "";

  const edit = (index: number): void => {
    const condition = conditions[index];
    if (condition === undefined) return;
    const text = [filterText([condition]), draft].filter((part) => part.trim() !== "").join(",");
    onConditions(
      conditions.filter((_, other) => other !== index),
      text,
    );
    input.current?.focus();
  };
  const asText = (): void => {
    onConditions([], [filterText(conditions), draft].filter((part) => part !== "").join(","));
    input.current?.focus();
  };
  const clear = (): void => {
    props.onClear?.(() => onConditions(conditions, draft));
    onConditions([], "");
    // The button is gone.
    input.current?.focus();
  };
  const choose = (text: string): void => {
    combobox.resetSelectedOption();
    if (text.endsWith(":")) onDraft(text);
    else onCommit(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const atStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    if (event.key === "Enter" && combobox.getSelectedOptionIndex() === -1) {
      event.preventDefault();
      if (draft.trim() === "") onLeave();
      else onCommit();
      combobox.closeDropdown();
    } else if (event.key === "Backspace" && atStart && draft === "" && conditions.length > 0) {
      event.preventDefault();
      edit(conditions.length - 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (combobox.dropdownOpened) combobox.closeDropdown();
      else onLeave();
    } else if (event.key === "ArrowDown" && !combobox.dropdownOpened) combobox.openDropdown();
  };

  return (
    <Combobox onOptionSubmit={choose} store={combobox} withinPortal>
      <Combobox.DropdownTarget>
        <div className={classes["bar"]} data-invalid={problem === undefined ? undefined : ""} role="search">
          {conditions.map((condition, index) => (
            <FilterChip
              condition={condition}
              fields={fields}
              key={filterText([condition])}
              onEdit={() => edit(index)}
              onRemove={() =>
                onConditions(
                  conditions.filter((other) => other !== condition),
                  draft,
                )
              }
            />
          ))}
          <FilterInput
            draft={draft}
            placeholder={empty ? props.placeholder : t(($) => $.shell.filter.addCondition)}
            input={input}
            onBlur={() => combobox.closeDropdown()}
            onDraft={(text) => {
              setTouched(true);
              onDraft(text);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onFocus={() => {
              if (touched || draft !== "") combobox.openDropdown();
            }}
            onKeyDown={onKeyDown}
            problem={problem}
          />
          {empty ? undefined : <BarButtons onAsText={conditions.length === 0 ? undefined : asText} onClear={clear} />}
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={offered.length === 0 && problem === undefined && field === undefined}>
        {problem === undefined ? undefined : <p className={classes["problem"]}>{formatText(problem.text)}</p>}
        <Combobox.Options aria-label={t(($) => $.shell.filter.suggestions)} mah={320} style={{ overflowY: "auto" }}>
          {offered.map(({ text, label, hint }) => (
            <Combobox.Option className={classes["option"] ?? ""} key={text} value={text}>
              <span>{label}</span>
              <span className={classes["hint"]}>{hint}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {field === undefined ? undefined : (
          <Combobox.Footer className={classes["hint"] ?? ""}>{field.hint}</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface BarButtonsProps {
  readonly onAsText: (() => void) | undefined;
  readonly onClear: () => void;
}

function BarButtons({ onAsText, onClear }: BarButtonsProps): ReactElement {
  return (
    <>
      {onAsText === undefined ? undefined : (
        <Tooltip label={t(($) => $.shell.filter.editAsText)}>
          <ActionIcon aria-label={t(($) => $.shell.filter.editAsText)} onClick={onAsText} size={22}>
            <IconTextCaption size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      <ActionIcon aria-label={t(($) => $.shell.filter.clear)} onClick={onClear} size={22}>
        <IconX size={14} />
      </ActionIcon>
    </>
  );
}

interface FilterChipProps {
  readonly condition: Condition;
  readonly fields: readonly Field[];
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One condition as a chip that can be edited as text or removed. */
function FilterChip({ condition, fields, onEdit, onRemove }: FilterChipProps): ReactElement {
  const word = valueLabel(condition, fields);
  const match = matchLabel(condition, fields);
  const hint = fields.find(({ name }) => name === condition.field)?.hint;
  const conditionText = `${fieldInSentence(condition.field)} ${match ?? ""} ${word}`.replaceAll("  ", " ");
  return (
    <span className={classes["chip"]}>
      <button className={classes["chip-text"]} onClick={onEdit} title={hint} type="button">
        <span className="visually-hidden">{t(($) => $.shell.filter.editCondition)} </span>
        <em>{fieldInSentence(condition.field)}</em> {match === undefined ? "" : <em>{match} </em>}
        <span className={/^[\d.]+$/.test(word) ? "mono" : undefined}>{word}</span>
      </button>
      <button
        aria-label={t(($) => $.shell.filter.removeCondition, { condition: conditionText })}
        className={classes["chip-end"]}
        onClick={onRemove}
        type="button"
      >
        <IconX size={12} />
      </button>
    </span>
  );
}

interface FilterInputProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
  readonly placeholder: string;
  readonly onDraft: (draft: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** The text input, in a monospaced font, so that the position of an error can be marked below its character. */
function FilterInput(props: FilterInputProps): ReactElement {
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
