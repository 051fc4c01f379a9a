import { type PhraseAnswer, type PhrasesShown, phraseShownSeconds } from '@atalaia/contract/accounts/contact';
import { mdiAlertOctagonOutline, mdiCheck, mdiClose, mdiEyeOutline } from '@mdi/js';
import { type FormEvent, useEffect, useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useNow } from '../../../lib/formats/use-now.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Question } from '../../../ui/window/question.tsx';
import { checkPhrase, noteHeard, sayDuress, showPhrases, type Work } from '../contact-calls.ts';
import classes from './phrase-box.module.css';

interface PhraseBoxProps {
  readonly work: Work;
  readonly hasPhrases: boolean;
}

interface Shown {
  readonly phrases: PhrasesShown;
  /** By this browser's clock: the server's may differ. */
  readonly untilMs: number;
}

/** What a person on the phone must say: looked at for 30 s, or compared as he says it (PROC-03). */
export function PhraseBox({ work, hasPhrases }: PhraseBoxProps) {
  const { text } = useTexts();
  const [shown, setShown] = useState<Shown | null>(null);
  const [answer, setAnswer] = useState<PhraseAnswer | null>(null);
  const [isAsking, ask] = useState(false);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(null), shown.untilMs - Date.now());
    return () => clearTimeout(timer);
  }, [shown]);
  // What is shown is no result of the write: those are kept a while, and nothing keeps a phrase.
  const look = useWrite({
    ofForm: true,
    async write(api) {
      const phrases = await showPhrases(api, work);
      setShown({ phrases, untilMs: Date.now() + phraseShownSeconds * 1000 });
    },
  });
  const say = useWrite({
    ofForm: true,
    write: (api, heard: 'right' | 'wrong' | 'duress') =>
      heard === 'duress' ? sayDuress(api, work) : noteHeard(api, work, heard),
    onSuccess(_nothing, heard) {
      setAnswer(heard);
      setShown(null);
      ask(false);
    },
  });
  return (
    <section className={classes.box} aria-label={text('contacts.phrase')}>
      <h4 className={classes.title}>{text('contacts.phrase')}</h4>
      {hasPhrases ? (
        <>
          {!shown && <Typed work={work} onAnswer={setAnswer} />}
          {shown ? (
            <Phrases shown={shown} />
          ) : (
            <Button icon={mdiEyeOutline} fullWidth busy={look.isPending} onClick={() => look.mutate()}>
              {text('contacts.look', { seconds: phraseShownSeconds })}
            </Button>
          )}
        </>
      ) : (
        <p className={classes.none}>{text('contacts.noPhrase')}</p>
      )}
      <div className={classes.ways}>
        {hasPhrases && (
          <>
            <Button icon={mdiCheck} disabled={say.isPending} onClick={() => say.mutate('right')}>
              {text('contacts.right')}
            </Button>
            <Button icon={mdiClose} disabled={say.isPending} onClick={() => say.mutate('wrong')}>
              {text('contacts.wrong')}
            </Button>
          </>
        )}
        <Button kind="danger" icon={mdiAlertOctagonOutline} onClick={() => ask(true)}>
          {text('contacts.duress')}
        </Button>
      </div>
      {answer && (
        <p className={classes.answer} data-answer={answer} role="status">
          {text(`phraseAnswer.${answer}`)}
        </p>
      )}
      {[look, say].map(
        ({ error }, at) =>
          error && <Refusal key={at === 0 ? 'look' : 'say'}>{failureText(error, text)}</Refusal>,
      )}
      {isAsking && (
        <Question
          title={text('contacts.duress')}
          closeLabel={text('action.close')}
          cancelLabel={text('action.cancel')}
          actLabel={text('contacts.duressAct')}
          busy={say.isPending}
          onAct={() => say.mutate('duress')}
          onClose={() => ask(false)}
        >
          <p>{text('contacts.duressQuestion')}</p>
        </Question>
      )}
    </section>
  );
}

/** What was said is typed and compared: nobody needs to see the phrase for it. */
function Typed({
  work,
  onAnswer,
}: Pick<PhraseBoxProps, 'work'> & { readonly onAnswer: (answer: PhraseAnswer) => void }) {
  const { text } = useTexts();
  const [spoken, setSpoken] = useState('');
  const check = useWrite({
    ofForm: true,
    write: (api) => checkPhrase(api, work, spoken.trim()),
    onSuccess({ answer }) {
      setSpoken('');
      onAnswer(answer);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (spoken.trim() !== '') check.mutate();
  };
  return (
    <form className={classes.typed} onSubmit={send}>
      <TextField
        dense
        label={text('contacts.spoken')}
        autoComplete="off"
        maxLength={200}
        value={spoken}
        error={check.isError ? failureText(check.error, text) : undefined}
        onChange={({ currentTarget }) => setSpoken(currentTarget.value)}
      />
      <Button type="submit" busy={check.isPending} disabled={spoken.trim() === ''}>
        {text('contacts.compare')}
      </Button>
    </form>
  );
}

function Phrases({ shown: { phrases, untilMs } }: { readonly shown: Shown }) {
  const { text } = useTexts();
  const nowMs = useNow(1000);
  const count = Math.max(0, Math.min(phraseShownSeconds, Math.ceil((untilMs - nowMs) / 1000)));
  return (
    <div className={classes.shown}>
      <span className={classes.left}>{text('contacts.left', { count })}</span>
      {phrases.phrases.map(({ contactId, name, passPhrase, counterPhrase }) => (
        <div key={contactId ?? 'own'} className={classes.phrases}>
          <span className={classes.whose} dir="auto">
            {name}
          </span>
          {passPhrase !== null && <Phrase label={text('contacts.passPhrase')} phrase={passPhrase} />}
          {counterPhrase !== null && <Phrase label={text('contacts.counterPhrase')} phrase={counterPhrase} />}
        </div>
      ))}
      {phrases.duressPhrase !== null && (
        <div className={classes.phrases} data-duress>
          <Phrase label={text('contacts.duressPhrase')} phrase={phrases.duressPhrase} />
        </div>
      )}
    </div>
  );
}

function Phrase({ label, phrase }: { readonly label: string; readonly phrase: string }) {
  return (
    <p className={classes.phrase}>
      <span>{label}</span> <strong dir="auto">{phrase}</strong>
    </p>
  );
}
