import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import pane from '../../ui/layout/rows-pane.module.css';
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
    <section className={pane.pane} aria-label={text('traffic.of', { name })}>
      <header>
        <h2 className={pane.title} dir="auto">
          {text('traffic.of', { name })}
        </h2>
        <p className={pane.help}>{text('traffic.help')}</p>
      </header>
      <TrafficView of={of} />
      <footer className={pane.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </footer>
    </section>
  );
}
