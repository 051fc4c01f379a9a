import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { hundred } from '../batch-draft.ts';
import classes from './command-form.module.css';

interface MoreDevicesProps {
  /** Devices that are not listed yet. */
  readonly left: number;
  readonly onMore: () => void;
}

/** Below a list of devices that goes on. */
export function MoreDevices({ left, onMore }: MoreDevicesProps) {
  const { text } = useTexts();
  if (left <= 0) return null;
  return (
    <p className={classes.more}>
      <span className={classes.note}>{text('command.batchMore', { count: left })}</span>
      <Button onClick={onMore}>{text('command.batchShowMore', { count: Math.min(left, hundred) })}</Button>
    </p>
  );
}
