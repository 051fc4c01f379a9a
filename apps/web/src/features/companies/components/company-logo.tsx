import { useEffect, useRef, useState } from 'react';
import { browserStorage, type TextStorage } from '../../../lib/storage/browser-storage.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useCompany } from '../use-company.ts';
import classes from './company-logo.module.css';

/** A logo that takes longer gives way to the default one, ms (AUTH-10). */
const logoPatienceMs = 5000;

const storage = browserStorage(() => window.sessionStorage);

/** Room of a company's logo, in edges: kept from the start, so that nothing beside it moves when it comes. */
const logoEdges = 4;

interface CompanyLogoProps {
  /** Edge in pixels. */
  readonly size: number;
}

/** The company's logo; the product's own mark and name where there is none, or where it does not load. */
export function CompanyLogo({ size }: CompanyLogoProps) {
  const { text } = useTexts();
  const { company, pending } = useCompany();
  const [state, setState] = useState<'waiting' | 'loaded' | 'given up'>('waiting');
  const url = company?.logoUrl;
  const isHanging = Boolean(url) && isHangingLogo(storage, url ?? '');
  const waiting = state === 'waiting' && (pending || (Boolean(url) && !isHanging));
  // Read when the time is over: a logo that is known later does not make it longer.
  const waitedFor = useRef(url);
  waitedFor.current = url;

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => {
      if (waitedFor.current) storeHangingLogo(storage, waitedFor.current);
      setState('given up');
    }, logoPatienceMs);
    return () => clearTimeout(timer);
  }, [waiting]);

  const own = (
    <span className={classes.own} style={{ fontSize: size * 0.53 }} aria-hidden={waiting || undefined}>
      <Watchtower size={size} />
      {text('shell.product')}
    </span>
  );
  if (!waiting && state !== 'loaded') return own;
  return (
    <span className={classes.frame} style={{ height: size, width: url ? size * logoEdges : undefined }}>
      {waiting && own}
      {url && (
        <img
          src={url}
          height={size}
          alt={text('login.logo', { company: company?.name ?? company?.label ?? '' })}
          data-loaded={state === 'loaded' || undefined}
          onLoad={() => setState('loaded')}
          onError={() => setState('given up')}
        />
      )}
    </span>
  );
}

const key = 'atalaia.hanging-logo';

/** Whether this logo did not load before, in this browser session: it is not waited for again (AUTH-10). */
function isHangingLogo(storage: TextStorage, url: string): boolean {
  return storage.getItem(key) === url;
}

function storeHangingLogo(storage: TextStorage, url: string): void {
  storage.setItem(key, url);
}

/** The product's own mark: a watchtower with its flag. */
function Watchtower({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--brand-fill)" />
      <g fill="none" stroke="var(--on-brand)" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M11 25.5 12.8 14h6.4L21 25.5M9.6 14h12.8l-1.2-4.6H10.8ZM12.1 20h7.8M16 9.4V5l4.6 1.7L16 8.4" />
      </g>
    </svg>
  );
}
