import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import classes from './figure-card.module.css';

interface FigureCardProps {
  readonly title: string;
  /** When its figures were counted, ms since 1970 (DASH-04); undefined before. */
  readonly countedMs: number | undefined;
  readonly children: ReactNode;
}

/** One figure of the dashboard with its stamp. */
export function FigureCard({ title, countedMs, children }: FigureCardProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <section className={classes.card}>
      <h3 className={classes.title}>{title}</h3>
      {children}
      {countedMs !== undefined && (
        <p className={classes.stamp}>
          {text('dashboard.lastUpdate', { date: formats.dateTime(new Date(countedMs).toISOString()) })}
        </p>
      )}
    </section>
  );
}
