/** The product's own mark: a watchtower with its flag. */
export function Watchtower({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--brand-fill)" />
      <g fill="none" stroke="var(--on-brand)" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M11 25.5 12.8 14h6.4L21 25.5M9.6 14h12.8l-1.2-4.6H10.8ZM12.1 20h7.8M16 9.4V5l4.6 1.7L16 8.4" />
      </g>
    </svg>
  );
}
