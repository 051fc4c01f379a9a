import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { noteDown } from '../desk-calls.ts';
import { refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';

/** A note on an alarm that somebody else holds, or nobody: anybody at the desk may leave one. */
export function NoteForm({ alarmId }: { readonly alarmId: number }) {
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const [note, setNote] = useState('');
  const save = useWrite({
    ofForm: true,
    write: (api) => noteDown(api, alarmId, note.trim()),
    onSuccess(detail) {
      setNote('');
      takeIn(detail);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') save.mutate();
      }}
    >
      <TextArea
        label={text('desk.note')}
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
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
