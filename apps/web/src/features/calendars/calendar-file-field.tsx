/** The file of a calendar: chosen, judged before it is sent, and what comes of it (CAL-01). */
import type { Calendar } from '@atalaia/contract/rules/calendar';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { type CalendarFault, type CalendarTimes, parseCalendar } from '@atalaia/domain/time/calendar-times';
import { newHours, readWeeklyHours } from '@atalaia/domain/time/weekly-hours';
import { mdiDownload, mdiFileUploadOutline } from '@mdi/js';
import { type ChangeEvent, use, useMemo, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { saveFile } from '../../lib/files/save-file.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { ServerSettingsContext, useSettings } from '../../lib/settings/settings-context.ts';
import { useStore } from '../../lib/store/use-store.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { Button } from '../../ui/button/button.tsx';
import { fieldClasses } from '../../ui/field/field-classes.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import classes from './calendar-file-field.module.css';
import { draftOf, fileOfDraft, type HoursDraft, WeeklyHoursField } from './weekly-hours-field.tsx';

/** From a file that a person chooses to what the API takes: a data URL of base64. */
interface ReadCalendar {
  readonly data: string;
  readonly times: CalendarTimes;
}

interface RefusedCalendar {
  readonly fault: CalendarFault;
  /** From 1; absent where no line is to blame. */
  readonly line: number | undefined;
  /** What is in that line, cut where it is long. */
  readonly content: string | undefined;
}

const longestContent = 120;

/** Judges a file as the API does, before it is sent. `floatingZone` is that of times that name none. */
export function readCalendar(bytes: Uint8Array, floatingZone: string): ReadCalendar | RefusedCalendar {
  const data = `data:text/calendar;base64,${base64Of(bytes)}`;
  const times = parseCalendar(data, floatingZone);
  if (times.ok) return { data, times };
  const { fault, line } = times;
  const content = line === undefined ? undefined : lineOf(bytes, line);
  return { fault, line, content };
}

function lineOf(bytes: Uint8Array, line: number): string | undefined {
  const text = new TextDecoder()
    .decode(bytes)
    .split(/\r\n|\n|\r/)
    [line - 1]?.trim();
  return text && text.length > longestContent ? `${text.slice(0, longestContent)}…` : text;
}

/** In pieces: the arguments of a call are limited. */
function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

type Way = 'hours' | 'file';

/** A calendar as hours of the week, or as any file; a file that is no such hours stays what it is. */
export function CalendarFileField(props: CustomFieldProps<Calendar>) {
  const { name, label, required, row, readOnly } = props;
  const { text, textOr } = useTexts();
  const { field, fieldState } = useController({ name });
  const zone = useServerZone();
  const data: string = field.value;
  const [year] = useState(() => new Date().getFullYear());
  const [stored] = useState(data);
  const [hours] = useState(() => readWeeklyHours(stored));
  const isHours = hours !== undefined;
  const [draft, setDraft] = useState(() => draftOf(hours ?? newHours(zone, year)));
  const [way, setWay] = useState<Way>(isHours ? 'hours' : 'file');
  /** What was chosen on the tab that is not shown. */
  const [file, setFile] = useState(isHours ? '' : stored);
  const [faults, setFaults] = useState(() => fileOfDraft(draft, year).faults);
  const times = useMemo(() => (data === '' ? undefined : parseCalendar(data, zone)), [data, zone]);
  const { message } = fieldState.error ?? {};

  function take(changed: HoursDraft): void {
    setDraft(changed);
    const written = fileOfDraft(changed, year);
    setFaults(written.faults);
    field.onChange(written.data);
  }

  function show(next: Way): void {
    if (next === way) return;
    setWay(next);
    if (next === 'hours') {
      setFile(data);
      take(draft);
    } else field.onChange(file);
  }

  return (
    <fieldset className={classes.file}>
      <legend className={fieldClasses.label}>
        {label}
        {required && (
          <span aria-hidden="true" className={classes.star}>
            {' '}
            *
          </span>
        )}
      </legend>
      <Tabs
        label={label}
        tabs={[
          { value: 'hours', title: text('calendar.hours') },
          { value: 'file', title: text('calendar.file') },
        ]}
        shown={way}
        onShow={(next) => show(next === 'file' ? 'file' : 'hours')}
      >
        <div className={classes.way}>
          {way === 'hours' ? (
            <>
              {!isHours && <p className={classes.note}>{text('calendar.replacesFile')}</p>}
              <WeeklyHoursField draft={draft} faults={faults} onChange={take} readOnly={readOnly} />
            </>
          ) : (
            <>
              {!isHours && data === stored && <p className={classes.note}>{text('calendar.noHoursFile')}</p>}
              <FileRow {...props} zone={zone} data={data} onTake={field.onChange} />
            </>
          )}
        </div>
      </Tabs>
      {message && (
        <p role="alert" className={classes.refused}>
          {textOr(message, message)}
        </p>
      )}
      {times?.ok && <NextTimes times={times} />}
      {data !== '' && (
        <div>
          <Button icon={mdiDownload} onClick={() => void download(data, row?.name)}>
            {text('calendar.download')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface FileRowProps extends CustomFieldProps<Calendar> {
  readonly zone: string;
  readonly data: string;
  readonly onTake: (data: string) => void;
}

function FileRow({ label, readOnly, zone, data, onTake }: FileRowProps) {
  const { text } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState<string>();
  const [refused, setRefused] = useState<{ readonly file: string; readonly why: RefusedCalendar }>();

  async function take({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    const read = readCalendar(new Uint8Array(await file.arrayBuffer()), zone);
    // the same file, mended, is to be a choice again
    if (input.current) input.current.value = '';
    if ('fault' in read) return setRefused({ file: file.name, why: read });
    setRefused(undefined);
    setFileName(file.name);
    onTake(read.data);
  }

  return (
    <>
      <div className={classes.row}>
        {!readOnly && (
          <Button icon={mdiFileUploadOutline} onClick={() => input.current?.click()}>
            {text(data === '' ? 'calendar.choose' : 'calendar.replace')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".ics,text/calendar"
          aria-label={label}
          onChange={(event) => void take(event)}
        />
        <span className={classes.name} dir="auto">
          {fileName ?? (data !== '' && text('calendar.stored'))}
        </span>
      </div>
      {refused && (
        <p role="alert" className={classes.refused}>
          {text('calendar.brokenWhy', { file: refused.file, reason: reasonText(refused.why, text) })}
          {refused.why.content && (
            <code className={classes.line}>
              {text('calendar.atLine', { line: refused.why.line ?? 0 })} {refused.why.content}
            </code>
          )}
        </p>
      )}
    </>
  );
}

function reasonText({ fault }: RefusedCalendar, text: Text): string {
  return text(`calendarFault.${fault}`);
}

/** The content policy of the page lets no address of another kind be requested but its own: the text is decoded here. */
async function download(data: string, name = 'calendar'): Promise<void> {
  const [, base64 = ''] = /^(?:data:[^,]*,)?(.*)$/s.exec(data) ?? [];
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  saveFile(new Blob([bytes], { type: 'text/calendar' }), `${name.replace(/\.ics$/i, '')}.ics`);
}

/** The zone of times that a calendar gives without one: the server's, wherever the person is (SET-01). */
function useServerZone(): string {
  const store = use(ServerSettingsContext);
  if (!store) throw new Error('useServerZone needs a ServerSettingsContext above it');
  const server = useStore(store, (whole) => whole);
  return resolveSettings({ timezone: server?.timezone ?? undefined }).timezone;
}

const shown = 6;

/** When a calendar holds from now on, in the person's zone. */
function NextTimes({ times }: { readonly times: CalendarTimes }) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const formats = useFormats();
  const [nowMs] = useState(Date.now);
  const spans = times.next(nowMs, shown);
  const instant = (ms: number) => formats.dateTime(new Date(ms).toISOString());
  return (
    <section className={classes.next} aria-label={text('calendar.next')}>
      <h3 className={classes.title}>{text('calendar.next')}</h3>
      {spans.length === 0 ? (
        <p className={classes.note}>{text('calendar.never')}</p>
      ) : (
        <>
          <ol className={classes.times}>
            {spans.map(({ startMs, endMs }) => (
              <li key={startMs}>
                <time dateTime={new Date(startMs).toISOString()}>{instant(startMs)}</time>
                <span aria-hidden="true"> → </span>
                <time dateTime={new Date(endMs).toISOString()}>{instant(endMs)}</time>
              </li>
            ))}
          </ol>
          <p className={classes.note}>{text('calendar.zone', { zone: timezone })}</p>
        </>
      )}
    </section>
  );
}
