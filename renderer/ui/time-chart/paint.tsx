/** How the parts of a picture are filled: by colour, and by a pattern where colour alone would not tell them apart. */
import { type CSSProperties, type ReactElement, useId } from "react";

/** Colours as CSS has them; lengths in pixels. */
export interface Look {
  readonly color: string;
  /** Without one, a plain area of `color`. */
  readonly pattern?: {
    readonly kind: "stripes" | "dots";
    readonly ground: string;
    /** From one mark to the next. */
    readonly every: number;
    /** The width of a stripe, the radius of a dot. */
    readonly size: number;
    /** Degrees; stripes stand upright at 0. */
    readonly turn?: number;
  };
}

export interface Paint {
  /** Has to stand inside the picture's svg. */
  readonly defs: ReactElement;
  readonly fill: (name: string) => CSSProperties;
}

/** A colour as weak as `percent` says, on the surface of the page. */
export function weak(color: string, percent: number, on = "var(--surface)"): string {
  return `color-mix(in srgb, ${color} ${percent}%, ${on})`;
}

/** `looks` by the names that `fill` is asked for. */
export function usePaint(styles: Readonly<Record<string, Look>>): Paint {
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
  readonly look: Look;
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
