import { useTexts } from '../../lib/texts/texts-context.ts';
import classes from './skip-link.module.css';

/** The first stop of the keyboard: past bar and menu to the map. */
export function SkipLink() {
  const { text } = useTexts();
  return (
    <a className={classes.skip} href="#live-map">
      {text('shell.skipToMap')}
    </a>
  );
}
