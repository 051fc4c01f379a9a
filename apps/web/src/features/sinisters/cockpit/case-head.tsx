import type { Cockpit } from '@atalaia/contract/sinisters/cockpit';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiCheckCircleOutline, mdiClose, mdiFilePdfBox, mdiPlus } from '@mdi/js';
import { useState } from 'react';
import { useNow } from '../../../lib/formats/use-now.ts';
import { sinisterTone } from '../../../lib/sinister/sinister-tone.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { ClosingForm } from '../components/closing-form.tsx';
import { OccurrenceForm } from '../occurrences/occurrence-form.tsx';
import { useReport } from '../use-report.ts';
import { useMayWriteSinisters } from '../use-sinister.ts';
import classes from './case-head.module.css';
import { clockText } from './clock-text.ts';
import { type Fix, useLiveFix } from './use-live-fix.ts';

interface CaseHeadProps {
  readonly sinister: Sinister;
  readonly device: Fix | null;
  readonly watchers: Cockpit['watchers'];
  readonly onClose: () => void;
}

/** What case it is, how long it is open, since when nothing was written, who looks, and what is written or ended. */
export function CaseHead({ sinister, device, watchers, onClose }: CaseHeadProps) {
  const { text } = useTexts();
  const { status, openingType, openingDate, devicePlate, device: vehicle } = sinister;
  const isOpen = status === 'opened';
  const facts = [vehicle.name !== devicePlate && vehicle.name, sinister.deviceModel, sinister.deviceColor];
  const title = text('sinister.number', { number: sinister.number });
  return (
    <header className={classes.head}>
      <h1 className={classes.title} tabIndex={-1}>
        <bdi className={classes.plate}>{devicePlate ?? vehicle.name}</bdi>
        <span className={classes.number}>{title}</span>
      </h1>
      <span className={classes.kind}>
        <Pill tone={sinisterTone(sinister, Date.now())}>
          {isOpen ? text(`openingType.${openingType}`) : text('sinister.statusClosed')}
        </Pill>
      </span>
      <span className={classes.vehicle} title={facts.filter(Boolean).join(' · ')}>
        {facts.filter(Boolean).join(' · ')}
      </span>
      {isOpen && <Clock name={text('cockpit.openFor')} since={openingDate} />}
      {isOpen && <SinceOccurrence sinister={sinister} />}
      <Watchers watchers={watchers} />
      <Acts sinister={sinister} device={device} />
      <IconButton outlined name={text('cockpit.leave')} icon={mdiClose} onClick={onClose} />
    </header>
  );
}

interface ClockProps {
  readonly name: string;
  readonly since: string;
  readonly isLate?: boolean;
}

function Clock({ name, since, isLate = false }: ClockProps) {
  const nowMs = useNow(1000);
  return (
    <span className={classes.clock} title={name} data-late={isLate || undefined}>
      <span className={classes.clockName}>{name}</span>
      <time dateTime={since}>{clockText(nowMs - Date.parse(since))}</time>
    </span>
  );
}

/** A case in which nothing was written for so long wants a look, ms. */
const quietMs = 15 * 60_000;

function SinceOccurrence({ sinister: { occurrences, openingDate } }: Pick<CaseHeadProps, 'sinister'>) {
  const { text } = useTexts();
  const nowMs = useNow(10_000);
  const since = occurrences.reduce(
    (last, { occurrenceDate }) => (Date.parse(occurrenceDate) > Date.parse(last) ? occurrenceDate : last),
    openingDate,
  );
  const name = text(occurrences.length > 0 ? 'cockpit.sinceOccurrence' : 'cockpit.noOccurrence');
  return <Clock name={name} since={since} isLate={nowMs - Date.parse(since) > quietMs} />;
}

const mostInitials = 4;

function Watchers({ watchers }: Pick<CaseHeadProps, 'watchers'>) {
  const { text } = useTexts();
  const names = watchers.map(({ name }) => name);
  return (
    <ul className={classes.watchers} aria-label={text('cockpit.watchers')} title={names.join('\n')}>
      {watchers.slice(0, mostInitials).map(({ userId, name }) => (
        <li key={userId} className={classes.watcher}>
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span className={classes.hidden}>{name}</span>
        </li>
      ))}
      {watchers.length > mostInitials && (
        <li className={classes.watcher}>+{watchers.length - mostInitials}</li>
      )}
    </ul>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}

/** The forms of an open case, and its report. */
function Acts({ sinister, device }: Pick<CaseHeadProps, 'sinister' | 'device'>) {
  const { text } = useTexts();
  const mayWrite = useMayWriteSinisters();
  const fix = useLiveFix(device);
  const report = useReport(sinister.id);
  const [shown, show] = useState<'occurrence' | 'closing' | null>(null);
  const hide = () => show(null);
  const isOpen = sinister.status === 'opened';
  const place = fix && fix.latitude !== null && fix.longitude !== null ? { ...fix } : undefined;
  const forms = {
    occurrence: {
      title: text('sinister.addOccurrence'),
      form: <OccurrenceForm sinisterId={sinister.id} lastPlace={place} onDone={hide} />,
    },
    closing: {
      title: text('sinister.close'),
      form: <ClosingForm sinister={sinister} lastPlace={place} onDone={hide} />,
    },
  };
  return (
    <span className={classes.acts}>
      {isOpen && mayWrite && (
        <>
          <Button kind="primary" icon={mdiPlus} onClick={() => show('occurrence')}>
            {text('cockpit.addOccurrence')}
          </Button>
          <Button icon={mdiCheckCircleOutline} onClick={() => show('closing')}>
            {text('cockpit.closeCase')}
          </Button>
        </>
      )}
      <Button icon={mdiFilePdfBox} busy={report.isPending} onClick={() => report.mutate()}>
        PDF
      </Button>
      {shown && (
        <Dialog
          opened
          width={560}
          title={forms[shown].title}
          closeLabel={text('action.close')}
          onClose={hide}
        >
          {forms[shown].form}
        </Dialog>
      )}
    </span>
  );
}
