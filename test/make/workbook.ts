/** XLSX files for tests: a ZIP without compression, with one sheet of inline text, numbers and dates. */
import { crc32 } from "node:zlib";

/** `raw`: a number as the file has it; `date`: a serial day; `formula`: with its stored result, if any. */
export type Cell =
  | string
  | { readonly raw: string }
  | { readonly date: number }
  | { readonly formula: string | undefined };

export function workbook(rows: readonly (readonly Cell[])[], sizes: { readonly claimed?: number } = {}): Uint8Array {
  const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`;
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const cells = rows
    .map((row, index) => {
      const inRow = row
        .map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${index + 1}`))
        .join("");
      return `<row r="${index + 1}">${inRow}</row>`;
    })
    .join("");
  return zip(
    {
      "[Content_Types].xml": xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
      "xl/workbook.xml": xml(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Devices" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      "xl/_rels/workbook.xml.rels": xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
      ),
      "xl/styles.xml": xml(
        `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
      ),
      "xl/worksheets/sheet1.xml": xml(`<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`),
    },
    sizes.claimed,
  );
}

function cellXml(cell: Cell, at: string): string {
  if (typeof cell === "string") {
    return cell === "" ? "" : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
  }
  if ("raw" in cell) return `<c r="${at}"><v>${cell.raw}</v></c>`;
  if ("date" in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  const result = cell.formula === undefined ? "" : `<v>${cell.formula}</v>`;
  return `<c r="${at}" t="str"><f>A1</f>${result}</c>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** `claimed`: the size that the directory states for the first file. */
function zip(files: Readonly<Record<string, string>>, claimed: number | undefined): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, [name, text]] of Object.entries(files).entries()) {
    const [data, path] = [Buffer.from(text), Buffer.from(name)];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt32LE(crc32(data), 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(data.length, 22);
    local.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt32LE(crc32(data), 16);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(index === 0 ? (claimed ?? data.length) : data.length, 24);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, path, data);
    directory.push(entry, path);
    offset += local.length + path.length + data.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}
