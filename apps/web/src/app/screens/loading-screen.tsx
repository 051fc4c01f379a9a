import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import classes from './centred.module.css';
import { Centred } from './centred.tsx';

interface LoadingScreenProps {
  readonly label?: string;
}

/** What turns while a page starts takes the processor from its start: it appears when something is slow, ms. */
const patienceMs = 1_000;

export function LoadingScreen({ label }: LoadingScreenProps) {
  const { text } = useTexts();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Centred>
      <span className={classes.loader}>{slow && <Loader size="sm" color="var(--brand)" />}</span>
      <p role="status">{label ?? text('view.loading')}</p>
    </Centred>
  );
}
