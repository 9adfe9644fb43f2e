/** Which fields somebody has left: only those say what they lack, so that an empty form does not scold. */
import { useState } from "react";

export interface Touched {
  readonly has: (field: string) => boolean;
  readonly touch: (field: string) => void;
}

export function useTouched(): Touched {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  return { has: (field) => fields.has(field), touch: (field) => setFields((before) => new Set([...before, field])) };
}
