/** A typical customer list: semicolons, a byte order mark, a blank line, a duplicate, an unknown number. */

const recipients = 1500;

export function recipientsCsv(endpointIds: readonly number[]): string {
  const rows = endpointIds.slice(0, recipients).map((id, index) => `${id};${1000 + index}`);
  const oddities = ["", `${endpointIds[0] ?? ""};9999`, "99999999;1234"];
  return `\uFEFFendpoint;pin\r\n${[...rows, ...oddities].join("\r\n")}\r\n`;
}
