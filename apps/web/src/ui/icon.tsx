interface IconProps {
  /** Path of a 24 × 24 drawing, as `@mdi/js` gives it. */
  readonly path: string;
  /** Pixels. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A mark beside a text or inside a named control; it says nothing by itself to a screen reader. */
export function Icon({ path, size = 20, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
      className={className}
    >
      <path d={path} />
    </svg>
  );
}
