import type { ComponentPropsWithRef } from 'react';
import classes from './card.module.css';

/** A raised surface over the page or the map. */
export function Card({ className, ...section }: ComponentPropsWithRef<'section'>) {
  return <section className={className ? `${classes.card} ${className}` : classes.card} {...section} />;
}
