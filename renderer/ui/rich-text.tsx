/** A catalogue text with elements: its `<b>` and `<link>` tags are replaced by `components`. */
import { keyFromSelector, type SelectorParam } from "i18next";
import type { ComponentType, ReactElement } from "react";
import { Trans } from "react-i18next/TransWithoutContext";
import { i18n } from "#shared/texts/text.ts";

export interface RichTextProps {
  /** `($) => $.campaigns.startHelp`. */
  readonly text: SelectorParam;
  readonly components: Readonly<Record<string, ReactElement>>;
  /** Parameters by name; a plural text requires `count`. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly count?: number;
}

/** `Trans` infers its parameter types from the selected text, which is generic here. */
const AnyText = Trans as unknown as ComponentType<Readonly<Record<string, unknown>>>;

export function RichText({ text, components, values = {}, count }: RichTextProps): ReactElement {
  const plural = count === undefined ? {} : { count };
  const all = { ...values, ...plural };
  return (
    <AnyText components={components} i18n={i18n} i18nKey={keyFromSelector(text)} t={i18n.t} values={all} {...plural} />
  );
}
