import type { MutedRule } from '@atalaia/contract/desk/desk';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useMuting } from './use-muted-kinds.ts';

interface MutedNoteProps {
  readonly rules: readonly MutedRule[];
  /** Alarms that are not shown because of it. */
  readonly hidden: number;
  readonly className: string | undefined;
}

/** Says what the person muted and until when, and brings it back (DESK-18). */
export function MutedNote({ rules, hidden, className }: MutedNoteProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { showAll } = useMuting();
  const last = rules.at(-1);
  if (!last) return null;
  const what = text('desk.mutedKinds', {
    names: rules.map(({ ruleName }) => ruleName).join(', '),
    date: formats.dateTime(last.until),
  });
  return (
    <p className={className} role="status">
      <span>
        {what}
        {hidden > 0 && ` · ${text('desk.hidden', { count: hidden })}`}
      </span>
      <Button busy={showAll.isPending} onClick={() => showAll.mutate()}>
        {text('desk.showAll')}
      </Button>
    </p>
  );
}
