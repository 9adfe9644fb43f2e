/** JSON documents over a byte stream, one a line. */
import type { Socket } from "node:net";

/** Longest line we take: a page of 1,000 records with room to spare. */
const longestLine = 64 * 1024 * 1024;

/** Calls `onDocument` for each line; a line that is too long or not JSON ends the connection. */
export function readJsonLines(socket: Socket, onDocument: (document: unknown) => void): void {
  let held = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    const lines = (held + chunk).split("\n");
    held = lines.pop() ?? "";
    if (held.length > longestLine) {
      socket.destroy(new Error("A line on the control connection is too long."));
      return;
    }
    for (const line of lines) {
      const parsed = parse(line);
      if (parsed === undefined) {
        socket.destroy(new Error("A line on the control connection is not JSON."));
        return;
      }
      onDocument(parsed.document);
    }
  });
}

export function writeJsonLine(socket: Socket, document: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(document)}\n`);
}

function parse(line: string): { readonly document: unknown } | undefined {
  try {
    return { document: JSON.parse(line) as unknown };
  } catch {
    // The caller ends the connection: the peer is not one of ours.
    return undefined;
  }
}
