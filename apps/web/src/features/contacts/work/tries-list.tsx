import type { ContactTry } from '@atalaia/contract/accounts/contact';
import { mdiPencilOutline, mdiPlayCircleOutline, mdiRecordCircleOutline } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { phoneMask } from '../../../lib/formats/phone-mask.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import linkClasses from '../../../ui/button/link-button.module.css';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import parts from '../../../ui/layout/panel-part.module.css';
import { setRecording, triesKey, type Work } from '../contact-calls.ts';
import classes from './contacts-panel.module.css';

interface TriesListProps {
  readonly work: Work;
  readonly tries: readonly ContactTry[];
}

/** Who was called, when, by whom, what came of it, and where it can be heard; the newest first. */
export function TriesList({ work, tries }: TriesListProps) {
  const { text } = useTexts();
  const [edited, edit] = useState<number | null>(null);
  if (tries.length === 0) return null;
  return (
    <details className={parts.fold}>
      <summary>{text('contacts.tries', { count: tries.length })}</summary>
      <ol className={classes.tries}>
        {tries.toReversed().map((one) =>
          edited === one.id ? (
            <li key={one.id}>
              <Recording work={work} one={one} onDone={() => edit(null)} />
            </li>
          ) : (
            <Try key={one.id} one={one} onEdit={() => edit(one.id)} />
          ),
        )}
      </ol>
    </details>
  );
}

function Try({ one, onEdit }: { readonly one: ContactTry; readonly onEdit: () => void }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { name, phone, outcome, note, recordingUrl, userName, at } = one;
  return (
    <li className={classes.try}>
      <span className={classes.tryText}>
        <span>
          <bdi className={classes.name}>{name}</bdi> · {text(`tryOutcome.${outcome}`)}
        </span>
        <span className={parts.muted}>
          {formats.dateTime(at)} · {phoneMask.show(phone)} · <bdi>{userName}</bdi>
        </span>
        {note && (
          <span className={parts.muted} dir="auto">
            {note}
          </span>
        )}
      </span>
      {recordingUrl && (
        <a
          className={linkClasses.link}
          href={recordingUrl}
          target="_blank"
          rel="noopener noreferrer"
          title={text('contacts.hear', { name })}
          aria-label={text('contacts.hear', { name })}
        >
          <Icon path={mdiPlayCircleOutline} size={18} />
        </a>
      )}
      <IconButton
        size={28}
        name={text('contacts.recordingOf', { name })}
        icon={recordingUrl ? mdiPencilOutline : mdiRecordCircleOutline}
        onClick={onEdit}
      />
    </li>
  );
}

interface RecordingProps {
  readonly work: Work;
  readonly one: ContactTry;
  readonly onDone: () => void;
}

function Recording({ work, one, onDone }: RecordingProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [url, setUrl] = useState(one.recordingUrl ?? '');
  const save = useWrite({
    ofForm: true,
    write: (api) => setRecording(api, one.id, url.trim()),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: triesKey(work) });
      onDone();
    },
  });
  const refusal = () =>
    save.error instanceof ApiError && save.error.status === 400
      ? text('contacts.badAddress')
      : failureText(save.error, text);
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={classes.recording} onSubmit={send}>
      <TextField
        dense
        data-autofocus
        label={text('contacts.recordingOf', { name: one.name })}
        placeholder="https://"
        value={url}
        maxLength={2048}
        error={save.isError ? refusal() : undefined}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Button onClick={onDone}>{text('action.cancel')}</Button>
      <Button kind="primary" type="submit" busy={save.isPending}>
        {text('action.save')}
      </Button>
    </form>
  );
}
