/** Undefined where the text is not JSON. The parser's own error is discarded, because it may quote a secret in the text. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
