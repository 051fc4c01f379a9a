import { useEffect, useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Watchtower } from '../../../ui/brand/watchtower.tsx';
import { useCompany } from '../use-company.ts';
import classes from './company-logo.module.css';

/** A logo that takes longer gives way to the default one, ms (AUTH-10). */
const logoPatienceMs = 5000;

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
  const waiting = state === 'waiting' && (pending || Boolean(url));

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setState('given up'), logoPatienceMs);
    return () => clearTimeout(timer);
  }, [waiting]);

  if (!waiting && state !== 'loaded') {
    return (
      <span className={classes.own} style={{ fontSize: size * 0.53 }}>
        <Watchtower size={size} />
        {text('shell.product')}
      </span>
    );
  }
  return (
    <span className={classes.frame} style={{ height: size, minWidth: size }}>
      {url && (
        <img
          src={url}
          height={size}
          alt={text('login.logo', { company: company?.label ?? '' })}
          data-loaded={state === 'loaded' || undefined}
          onLoad={() => setState('loaded')}
          onError={() => setState('given up')}
        />
      )}
    </span>
  );
}
