import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKept } from '../../../lib/leaving/use-kept.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { noteDown } from '../desk-calls.ts';
import { refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';
import { noteDraft } from './use-draft.ts';

/**
 * A note on an alarm that somebody else holds, or nobody: anybody at the desk may leave one. What was being written when
 * the alarm closed can still be left.
 */
export function NoteForm({ alarm }: { readonly alarm: AlarmDetail }) {
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const [note = '', keep] = useKept<string>(noteDraft(alarm.id));
  const save = useWrite({
    ofForm: true,
    write: (api) => noteDown(api, alarm.id, note.trim()),
    onSuccess(detail) {
      keep(undefined);
      takeIn(detail);
    },
  });
  const isClosed = alarm.state === 'closed';
  if (isClosed && note.trim() === '') return null;
  const closedBy = alarm.history.findLast(({ action }) => action === 'close')?.userName;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') save.mutate();
      }}
    >
      <TextArea
        label={text('desk.note')}
        description={
          isClosed ? text('desk.closedMeanwhile', { name: closedBy ?? text('desk.system') }) : undefined
        }
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => keep(currentTarget.value)}
      />
      {save.isError && <FormRefusal reason={refusedText(save.error, text, formats)} retryLabel={undefined} />}
      {note.trim() !== '' && (
        <Button type="submit" fullWidth busy={save.isPending}>
          {text('desk.saveNote')}
        </Button>
      )}
    </form>
  );
}
