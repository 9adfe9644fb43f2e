/** Detects the identifying column of a file, and the endpoint field it holds. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "../contract/campaigns/campaign-schemas.ts";
import { AppError } from "../failure.ts";
import { findColumn, listColumns } from "./columns.ts";
import { luhnHolds, readIdentifier } from "./identifier.ts";

export interface Identification {
  /** Index into the columns. */
  readonly column: number;
  readonly name: string;
  readonly by: IdentifierKind;
}

type Values = readonly (readonly string[])[];

/** Spellings of headers, lower case, letters and digits only. In order of reliability: globally unique identifiers first. */
const spellings: readonly { readonly by: IdentifierKind; readonly names: readonly string[] }[] = [
  { by: "id", names: ["endpointid", "endpoint", "idendpoint", "emnifyid"] },
  {
    by: "iccid",
    names: [
      "iccid",
      "simiccid",
      "iccidwithluhn",
      "ccid",
      "sim",
      "simid",
      "simcard",
      "simnumber",
      "simno",
      "simnr",
    ].concat([
      "simcardnumber",
      "simkarte",
      "simkartennummer",
      "kartennummer",
      "numerodesim",
      "numerosim",
      "serialnumbersim",
    ]),
  },
  { by: "imsi", names: ["imsi", "simimsi"] },
  {
    by: "msisdn",
    names: [
      "msisdn",
      "simmsisdn",
      "phone",
      "phonenumber",
      "phoneno",
      "mobile",
      "mobilenumber",
      "mobileno",
      "tel",
    ].concat(
      ["telephone", "telephonenumber", "telefon", "telefonnummer", "rufnummer", "handy", "handynummer", "mobilnummer"],
      ["telefono", "numerodetelefono", "numerotelefono", "cellulare", "movil", "numerodetelephone", "portable", "gsm"],
    ),
  },
  { by: "imei", names: ["imei", "imeisv", "imeiwithluhn", "deviceimei", "imeinumber"] },
  { by: "id", names: ["id", "deviceid", "geraeteid", "gerateid"] },
  {
    by: "name",
    names: ["name", "endpointname", "devicename", "device", "gerat", "geraet", "geratename", "geraetename"].concat([
      "bezeichnung",
      "nom",
      "nombre",
      "nome",
      "naam",
      "tracker",
      "unit",
      "appareil",
      "dispositivo",
    ]),
  },
];

/**
 * The identifying column and its kind. With `requested` that column is used and only the kind is detected; without, header
 * names decide as far as the sample's values match, then the values alone. Throws `column-unknown` (names the existing
 * columns), `column-ambiguous`, `csv-no-header` or `identifier-unknown`.
 */
export function identifyColumn(columns: readonly string[], sample: Values, requested?: string): Identification {
  if (requested !== undefined) {
    const column = findColumn(columns, requested);
    if (column === undefined) throw unknownColumn(columns, requested);
    return { column, name: columns[column] ?? requested, by: kindOf(columns, sample, column) };
  }
  rejectMissingHeader(columns);
  const likely = likelyColumn(columns, sample);
  if (likely !== undefined) {
    // Two columns with that name: picking one of them could address the wrong endpoints.
    findColumn(columns, likely.name);
    return likely;
  }
  throw new AppError("identifier-unknown", codedText("file-no-identifier-column", { columns: listColumns(columns) }), {
    details: { columns: [...columns] },
  });
}

/** The column that its name or values identify, the leftmost of equals; undefined when there is none. */
export function likelyColumn(columns: readonly string[], sample: Values): Identification | undefined {
  return byHeader(columns, sample) ?? byValues(columns, sample);
}

/** The kind that matches a header's spelling. */
export function headerKind(header: string): IdentifierKind | undefined {
  const name = simplify(header);
  return spellings.find(({ names }) => names.includes(name))?.by;
}

function byHeader(columns: readonly string[], sample: Values): Identification | undefined {
  for (const { by, names } of spellings) {
    for (const name of names) {
      const column = columns.findIndex((header) => simplify(header) === name);
      if (column >= 0 && fits(by, sample, column)) return { column, name: columns[column] ?? name, by };
    }
  }
  return undefined;
}

/** Short numbers are ids only in a column that the operator named; otherwise they could be anything. */
function byValues(columns: readonly string[], sample: Values): Identification | undefined {
  for (const by of ["iccid", "imei", "imsi", "msisdn"] as const) {
    const column = columns.findIndex((_, index) => valueKind(sample, index) === by);
    if (column >= 0) return { column, name: columns[column] ?? "", by };
  }
  return undefined;
}

/** The kind of a requested column: by its header, unless its values cannot be of that kind. */
function kindOf(columns: readonly string[], sample: Values, column: number): IdentifierKind {
  const header = simplify(columns[column] ?? "");
  const named = spellings.filter(({ names }) => names.includes(header)).map(({ by }) => by);
  const fitting = named.find((by) => fits(by, sample, column)) ?? valueKind(sample, column);
  if (fitting !== undefined) return fitting;
  const [namedKind] = named;
  return namedKind === undefined || namedKind === "id" ? "name" : namedKind; // A column of names is often labelled "id", never "ICCID".
}

/** Whether at least half of the sample's values can be of a kind; damaged ones count as possible. */
function fits(by: IdentifierKind, sample: Values, column: number): boolean {
  const read = sample.map((values) => readIdentifier(by, values[column] ?? "").kind).filter((kind) => kind !== "empty");
  return read.filter((kind) => kind !== "foreign").length * 2 >= read.length;
}

/** The only kind whose format every value of a column has; undefined when it is ambiguous. */
function valueKind(sample: Values, column: number): IdentifierKind | undefined {
  const values = sample.map((row) => (row[column] ?? "").trim()).filter((value) => value !== "");
  const all = (test: (value: string) => boolean): boolean => values.length > 0 && values.every(test);
  const digits = (by: IdentifierKind, value: string): string => {
    const read = readIdentifier(by, value);
    return read.kind === "value" ? read.value : "";
  };
  if (all((value) => /^89\d{16,18}$/.test(digits("iccid", value)))) return "iccid";
  if (all((value) => /^\d{15}$/.test(digits("imei", value)) && luhnHolds(digits("imei", value)))) return "imei";
  if (all((value) => /^[2-79]\d{14}$/.test(digits("imsi", value)))) return "imsi";
  if (all((value) => /^(?:['\u2019]?\+|00)/.test(value) && digits("msisdn", value) !== "")) return "msisdn";
  if (all((value) => /^\d{1,12}$/.test(digits("id", value)))) return "id";
  return undefined;
}

function simplify(header: string): string {
  return header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** A long number as a column name: the file starts with data, and its first recipient would be lost. */
function rejectMissingHeader(columns: readonly string[]): void {
  const number = columns.find((column) => /^\+?\d{8,}$/.test(column.replace(/[\s'"-]/g, "")));
  if (number === undefined) return;
  throw new AppError("csv-no-header", codedText("file-no-header", { value: number }));
}

function unknownColumn(columns: readonly string[], requested: string): AppError {
  return new AppError(
    "column-unknown",
    codedText("file-column-not-found", { column: requested, columns: listColumns(columns) }),
    {
      details: { column: requested, columns: [...columns] },
    },
  );
}
