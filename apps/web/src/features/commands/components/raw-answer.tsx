import { useTexts } from '../../../lib/texts/texts-context.ts';
import classes from './history.module.css';

/** What the tracker sent, word for word, behind the plain words. */
export function RawAnswer({ answer }: { readonly answer: string | null }) {
  const { text } = useTexts();
  if (!answer) return null;
  return (
    <details className={classes.raw}>
      <summary>{text('command.rawAnswer')}</summary>
      <code dir="auto">{answer}</code>
    </details>
  );
}
