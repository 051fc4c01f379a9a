import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import classes from './traffic-view.module.css';
import { type TrafficOf, TrafficView } from './traffic-view.tsx';

interface TrafficPaneProps {
  readonly of: TrafficOf;
  /** What the device, or the tracker, is called. */
  readonly name: string;
  /** Back to the list. */
  readonly onDone: () => void;
}

/** Raw traffic beside the list it was opened from. */
export function TrafficPane({ of, name, onDone }: TrafficPaneProps) {
  const { text } = useTexts();
  return (
    <section className={classes.pane} aria-label={text('traffic.of', { name })}>
      <header className={classes.head}>
        <h2 className={classes.title} dir="auto">
          {text('traffic.of', { name })}
        </h2>
        <p className={classes.help}>{text('traffic.help')}</p>
      </header>
      <TrafficView of={of} />
      <footer className={classes.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </footer>
    </section>
  );
}
