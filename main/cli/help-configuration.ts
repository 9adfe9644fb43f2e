/** How commander formats the help of every command. */
import { t } from "./text.ts";
import { Help, type Argument, type HelpConfiguration, type Option } from "commander";

const standard = new Help();

/** Commander's heading, which it does not let a program configure. */
const globalHeading = "Global Options:";

export const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: true,
  // Long names of commands leave less than the standard 40 columns at a width of 80.
  minWidthToWrap: 30,
  styleTitle: (title) => (title === globalHeading ? t(($) => $.cli.program.globalOptionsOfCommand) : title),
  optionDescription: (option) => standard.optionDescription(withoutEmptyDefault(option)),
  argumentDescription: (argument) => standard.argumentDescription(withoutEmptyDefault(argument)),
};

/** A default of false, an empty text, an empty list or infinity says nothing to a reader. */
function withoutEmptyDefault<T extends Option | Argument>(item: T): T {
  const value: unknown = item.defaultValue;
  const isEmpty =
    value === false ||
    value === null ||
    value === "" ||
    value === Number.POSITIVE_INFINITY ||
    (Array.isArray(value) && value.length === 0);
  return isEmpty && item.defaultValueDescription === undefined
    ? (Object.create(item, { defaultValue: { value: undefined } }) as T)
    : item;
}
