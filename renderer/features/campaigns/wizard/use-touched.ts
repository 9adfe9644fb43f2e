/** Fields that lost the focus once: only these show their issues, so an empty form shows none. */
import { useState } from "react";

export interface Touched {
  readonly has: (field: string) => boolean;
  readonly touch: (field: string) => void;
}

export function useTouched(): Touched {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  return { has: (field) => fields.has(field), touch: (field) => setFields((before) => new Set([...before, field])) };
}
