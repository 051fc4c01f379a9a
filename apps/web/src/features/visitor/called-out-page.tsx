import {
  type CalledOut,
  type CallOutAnswer,
  trackedCallOutStates,
} from '@atalaia/contract/sinisters/call-out';
import { type ReactNode, useState } from 'react';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { AnswerParts, type GivenParts } from './answer-parts.tsx';
import type { KeptAnswer } from './kept-answers.ts';
import { LinkDone, LinkState } from './link-state.tsx';
import { PhoneTracker } from './phone-tracker.tsx';
import { CentrePhone, SoughtPlaceFacts, SoughtVehicleFacts } from './sought-facts.tsx';
import { useCalledOut } from './use-called-out.ts';
import classes from './visitor.module.css';

/** What can be answered next, by what was answered last: what usually comes next first. */
const nextAnswers: Readonly<Record<CalledOut['state'], readonly CallOutAnswer['answer'][]>> = {
  sent: ['onTheWay', 'onSite', 'recovered', 'declined'],
  onTheWay: ['onSite', 'recovered'],
  onSite: ['recovered'],
  recovered: [],
  declined: [],
  cancelled: [],
};

interface CalledOutPageProps {
  readonly token: string;
  readonly map: (calledOut: CalledOut) => ReactNode;
}

/** `/call-out/{token}`: what somebody was called out to, and his answers (COCK-02). */
export function CalledOutPage({ token, map }: CalledOutPageProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { query, end, kept, refusal, declined, isSending, ...acts } = useCalledOut(token);
  const { data, error } = query;
  if (declined) return <LinkDone title={text('visitor.declined')} hint={text('visitor.declinedHint')} />;
  if (!data || end) {
    return (
      <LinkState error={end ?? error} onRetry={() => void query.refetch()}>
        {kept.map((answer) => (
          <Kept key={answer.key} answer={answer} hint={text('visitor.keptForAnother')}>
            <Button onClick={() => acts.discard(answer.key)}>{text('visitor.discard')}</Button>
          </Kept>
        ))}
      </LinkState>
    );
  }
  const state = kept.at(-1)?.answer ?? data.state;
  return (
    <main className={classes.page} aria-label={text('visitor.callOutTitle')}>
      <div className={classes.map}>{map(data)}</div>
      <div className={classes.side}>
        <header>
          <h1 className={classes.title}>{text('visitor.calledOut', { name: data.name })}</h1>
          <p className={classes.muted}>
            {text('sinister.number', { number: data.number })} · <TimeAgo instant={data.openingDate} />
            {data.openingAddress && (
              <>
                {' · '}
                <bdi>{formats.address(data.openingAddress)}</bdi>
              </>
            )}
          </p>
        </header>
        {data.message && (
          <p className={classes.message} dir="auto">
            {data.message}
          </p>
        )}
        <SoughtVehicleFacts vehicle={data.vehicle} />
        <SoughtPlaceFacts place={data.place} />
        <CentrePhone phone={data.centrePhone} />
        {Boolean(error) && (
          <p role="status" className={classes.note}>
            {text('visitor.lost')}
          </p>
        )}
        {kept.map((answer) => (
          <Kept key={answer.key} answer={answer} hint={text('visitor.keptUntilSent')}>
            <Button busy={isSending} onClick={acts.sendNow}>
              {text('visitor.sendNow')}
            </Button>
            <Button disabled={isSending} onClick={() => acts.discard(answer.key)}>
              {text('visitor.discard')}
            </Button>
          </Kept>
        ))}
        {Boolean(refusal) && <Refusal>{failureText(refusal, text)}</Refusal>}
        {state !== 'sent' && (
          <p className={classes.answered} data-state={state}>
            {text('visitor.youSaid', { answer: text(`visitor.answer.${state}`) })}
          </p>
        )}
        {trackedCallOutStates.includes(data.state) && <PhoneTracker token={token} />}
        {nextAnswers[state].length > 0 && (
          <Answers key={state} answers={nextAnswers[state]} onAnswer={acts.answer} />
        )}
        {state === 'recovered' && <p className={classes.muted}>{text('visitor.recoveredHint')}</p>}
      </div>
    </main>
  );
}

interface KeptProps {
  readonly answer: KeptAnswer;
  /** What becomes of it. */
  readonly hint: string;
  readonly children: ReactNode;
}

function Kept({ answer: { answer, givenAt, file }, hint, children }: KeptProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const words = text(file ? 'visitor.keptWithPhoto' : 'visitor.kept', {
    answer: text(`visitor.answer.${answer}`),
    time: formats.dateTime(givenAt),
  });
  return (
    <div role="status" className={classes.kept}>
      <p>
        {words} {hint}
      </p>
      <span className={classes.buttons}>{children}</span>
    </div>
  );
}

interface AnswersProps {
  readonly answers: readonly CallOutAnswer['answer'][];
  readonly onAnswer: (answer: CallOutAnswer) => void;
}

/** One tap answers; words, photo and place go with it where they were given. Refusing is asked once more. */
function Answers({ answers, onAnswer }: AnswersProps) {
  const { text } = useTexts();
  const [parts, setParts] = useState<GivenParts>({});
  const [declining, setDeclining] = useState(false);
  const give = (answer: CallOutAnswer['answer']) => {
    const { note, photo, place } = parts;
    onAnswer({
      answer,
      ...(note?.trim() && { note: note.trim() }),
      ...(photo && { file: photo }),
      ...place,
    });
  };
  return (
    <section className={classes.answers} aria-label={text('visitor.yourAnswer')}>
      <AnswerParts parts={parts} onChange={setParts} />
      {answers
        .filter((answer) => answer !== 'declined')
        .map((answer, index) => (
          <Button
            key={answer}
            size="large"
            fullWidth
            kind={index === 0 ? 'primary' : 'default'}
            onClick={() => give(answer)}
          >
            {text(`visitor.answer.${answer}`)}
          </Button>
        ))}
      {answers.includes('declined') &&
        (declining ? (
          <div className={classes.kept}>
            <p>{text('visitor.declineQuestion')}</p>
            <span className={classes.buttons}>
              <Button kind="danger" onClick={() => give('declined')}>
                {text('visitor.answer.declined')}
              </Button>
              <Button onClick={() => setDeclining(false)}>{text('action.back')}</Button>
            </span>
          </div>
        ) : (
          <Button size="large" fullWidth onClick={() => setDeclining(true)}>
            {text('visitor.answer.declined')}
          </Button>
        ))}
    </section>
  );
}
