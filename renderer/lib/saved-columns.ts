/** The identifier column that was selected for a table applies to the next table with the same columns. */

const key = "fleetdesk/list-columns";
const mostColumns = 100;

function readChoices(): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? "{}") as Readonly<Record<string, unknown>>;
  } catch {
    return {}; // local storage is disabled, or its content is of another program
  }
}

/** Undefined: none was selected, or the recognised one. */
export function savedColumn(columns: readonly string[]): string | undefined {
  const name = readChoices()[columns.join("\t")];
  return typeof name === "string" && name !== "" && columns.includes(name) ? name : undefined;
}

/** Undefined: the recognised column. */
export function saveColumn(columns: readonly string[], name: string | undefined): void {
  const { [columns.join("\t")]: _before, ...rest } = readChoices();
  const next = name === undefined ? rest : { ...rest, [columns.join("\t")]: name };
  try {
    window.localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(next).slice(-mostColumns))));
  } catch {
    // Without local storage, the column is selected again next time.
  }
}
