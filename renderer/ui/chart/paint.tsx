/** Fills of chart elements: colour, and a pattern where colour alone would be ambiguous. */
import { type CSSProperties, type ReactElement, useId } from "react";
import type { FillStyle } from "../../lib/chart-data.ts";

export interface Paint {
  /** Must be rendered inside an svg. */
  readonly defs: ReactElement;
  readonly fill: (name: string) => CSSProperties;
}

/** Mixes a colour into the surface colour at `percent`. */
export function tint(color: string, percent: number, on = "var(--surface)"): string {
  return `color-mix(in srgb, ${color} ${percent}%, ${on})`;
}

/** `styles` by the names that `fill` accepts. */
export function usePaint(styles: Readonly<Record<string, FillStyle>>): Paint {
  const id = useId();
  return {
    defs: (
      <defs>
        {Object.entries(styles).map(([name, look]) => (
          <Pattern id={`${id}-${name}`} key={name} look={look} />
        ))}
      </defs>
    ),
    fill: (name) => {
      const look = styles[name];
      if (look === undefined) return {};
      return { fill: look.pattern === undefined ? look.color : `url("#${id}-${name}")` };
    },
  };
}

function Pattern({
  id,
  look: { color, pattern },
}: {
  readonly id: string;
  readonly look: FillStyle;
}): ReactElement | undefined {
  if (pattern === undefined) return undefined;
  const { kind, ground, every, size, turn = 0 } = pattern;
  return (
    <pattern height={every} id={id} patternTransform={`rotate(${turn})`} patternUnits="userSpaceOnUse" width={every}>
      <rect height={every} style={{ fill: ground }} width={every} />
      {kind === "stripes" ? (
        <rect height={every} style={{ fill: color }} width={size} />
      ) : (
        <circle cx={every / 2} cy={every / 2} r={size} style={{ fill: color }} />
      )}
    </pattern>
  );
}
