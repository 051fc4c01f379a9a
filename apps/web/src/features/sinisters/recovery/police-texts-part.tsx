import { firstHourSchema } from '@atalaia/contract/sinisters/first-hour';
import type { PoliceTexts } from '@atalaia/contract/sinisters/police-texts';
import { mdiContentCopy, mdiPencilOutline, mdiPrinterOutline } from '@mdi/js';
import { type FormEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { copyText } from '../../../lib/files/copy-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useFirstHour } from '../cockpit/case-calls.ts';
import { PoliceFactsDialog } from './police-facts-dialog.tsx';
import classes from './recovery.module.css';
import { useCaseWrite, usePoliceTexts } from './recovery-calls.ts';

interface PoliceTextsPartProps {
  readonly sinisterId: number;
  readonly mayWrite: boolean;
}

/** The texts for the police report and for SINAL, what they still miss, and the numbers that were given (COCK-04). */
export function PoliceTextsPart({ sinisterId, mayWrite }: PoliceTextsPartProps) {
  const { text } = useTexts();
  const query = usePoliceTexts(sinisterId);
  const [isEditing, edit] = useState(false);
  return (
    <section className={classes.part} aria-label={text('policeText.title')}>
      <header className={classes.head}>
        <h2 className={classes.title}>{text('policeText.title')}</h2>
        {mayWrite && query.data && (
          <Button icon={mdiPencilOutline} onClick={() => edit(true)}>
            {text('policeText.edit')}
          </Button>
        )}
      </header>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={200} />}
      >
        {(texts) => (
          <>
            <Missing texts={texts} mayWrite={mayWrite} onEdit={() => edit(true)} />
            <OneText title={text('policeText.report')} words={texts.policeReport} />
            <NumberOf sinisterId={sinisterId} step="policeReport" mayWrite={mayWrite} />
            <OneText title={text('policeText.sinal')} words={texts.sinal} />
            <NumberOf sinisterId={sinisterId} step="sinal" mayWrite={mayWrite} />
            <ul className={classes.law}>
              <li>{text('policeText.sinalIsNoReport')}</li>
              <li>{text('policeText.reportByOwner')}</li>
              <li>{text('policeText.falseReport')}</li>
            </ul>
            {isEditing && (
              <PoliceFactsDialog
                key={JSON.stringify(texts.typed)}
                sinisterId={sinisterId}
                texts={texts}
                onClose={() => edit(false)}
              />
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

interface MissingProps {
  readonly texts: PoliceTexts;
  readonly mayWrite: boolean;
  readonly onEdit: () => void;
}

/** What the texts still miss; each leads to where it is typed. */
function Missing({ texts: { missing }, mayWrite, onEdit }: MissingProps) {
  const { text } = useTexts();
  if (missing.length === 0) return <p className={classes.muted}>{text('policeText.complete')}</p>;
  return (
    <div className={classes.warning}>
      <p>{text('policeText.missingFacts', { count: missing.length })}</p>
      <ul className={classes.missing}>
        {missing.map(({ fact, typedIn, id }) => (
          <li key={fact}>
            {typedIn === 'device' && id !== null ? (
              <Link
                className={classes.link ?? ''}
                to="/admin/manage/device"
                state={{ subView: { kind: 'form', rowId: id } }}
              >
                {text(`policeFact.${fact}`)}
              </Link>
            ) : typedIn === 'case' && mayWrite ? (
              <button type="button" className={classes.link} onClick={onEdit}>
                {text(`policeFact.${fact}`)}
              </button>
            ) : (
              text(`policeFact.${fact}`)
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A text to read, copy and print. */
function OneText({ title, words }: { readonly title: string; readonly words: string }) {
  const { text } = useTexts();
  const [isPrinting, print] = useState(false);
  const copy = () =>
    copyText(words).then(
      () => toasts.show('success', text('cockpit.copied')),
      () => toasts.show('info', text('cockpit.notCopied')),
    );
  return (
    <div className={classes.item}>
      <div className={classes.row}>
        <h3 className={classes.name}>{title}</h3>
        <span className={classes.buttons}>
          <Button icon={mdiContentCopy} onClick={() => void copy()}>
            {text('policeText.copy')}
          </Button>
          <Button icon={mdiPrinterOutline} onClick={() => print(true)}>
            {text('policeText.print')}
          </Button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is higher than its box is scrolled by keys */}
      <section className={classes.words} tabIndex={0} aria-label={title} lang="pt-BR">
        {words}
      </section>
      {isPrinting && <Printed words={words} onDone={() => print(false)} />}
    </div>
  );
}

/** The text alone on paper: the rest of the page is left out while it is printed. */
function Printed({ words, onDone }: { readonly words: string; readonly onDone: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: printed once
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, []);
  return createPortal(
    <pre className={classes.sheet} lang="pt-BR">
      {words}
    </pre>,
    document.body,
  );
}

interface NumberOfProps {
  readonly sinisterId: number;
  readonly step: 'policeReport' | 'sinal';
  readonly mayWrite: boolean;
}

/** When it was sent, and the number that was given for it: a step of the first hour. */
function NumberOf({ sinisterId, step, mayWrite }: NumberOfProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { data } = useFirstHour(sinisterId);
  const noted = data?.steps.find((one) => one.step === step);
  const [typed, type] = useState('');
  const note = useCaseWrite(sinisterId, (api, reference: string) =>
    api.json(
      {
        method: 'PUT',
        path: `sinisters/${sinisterId}/first-hour/${step}`,
        json: reference ? { reference } : {},
      },
      firstHourSchema,
    ),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    note.mutate(typed.trim(), { onSuccess: () => type('') });
  };
  return (
    <>
      {noted?.doneAt && (
        <p className={classes.muted}>
          {text(noted.reference ? 'policeText.sentWith' : 'policeText.sentAt', {
            date: formats.dateTime(noted.doneAt),
            number: noted.reference ?? '',
            name: noted.doneBy ?? '',
          })}
        </p>
      )}
      {mayWrite && (
        <form className={classes.number} onSubmit={send}>
          <TextField
            dense
            label={text(step === 'sinal' ? 'policeText.sinalProtocol' : 'policeText.reportNo')}
            maxLength={255}
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
          <Button type="submit" busy={note.isPending}>
            {text('policeText.note')}
          </Button>
        </form>
      )}
    </>
  );
}
