import { useEffect, useState } from 'react';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { PreviewCore } from '../../../map/preview/preview-core.ts';
import classes from './place-field.module.css';

/** A service that has shown nothing for so long is away, ms. */
const patienceMs = 4000;

interface PreviewNoteProps {
  readonly core: PreviewCore;
  /** The chosen base map has its address or key. */
  readonly hasSource: boolean;
}

/** Why the preview shows the shipped map instead of the chosen one. */
export function PreviewNote({ core, hasSource }: PreviewNoteProps) {
  const { text } = useTexts();
  const ground = useStore(core.state, (state) => `${state.baseMap} ${state.ground}`);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(ground.endsWith('land')), patienceMs);
    return () => clearTimeout(timer);
  }, [ground]);
  return (
    <p className={classes.note} role="status">
      {!hasSource && text('server.previewNoSource')}
      {hasSource && isLate && text('server.previewAway')}
    </p>
  );
}
