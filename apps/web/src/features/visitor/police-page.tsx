import {
  type Officer,
  type PoliceView,
  policeViewSchema,
  policeVisitSchema,
} from '@atalaia/contract/sinisters/police-link';
import { type TrailPlace, trailPlaceSchema } from '@atalaia/contract/sinisters/sinister';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { browserStorage } from '../../lib/storage/browser-storage.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { LinkState } from './link-state.tsx';
import { CentrePhone, SoughtPlaceFacts, SoughtVehicleFacts } from './sought-facts.tsx';
import { isEnded } from './use-called-out.ts';
import classes from './visitor.module.css';

const lookMs = 5000;
/** The way so far is asked for more seldom: between, it grows by what each look says. */
const trailMs = 60_000;

/** For as long as the tab is open: a page loaded again does not ask once more who looks. */
const storage = browserStorage(() => window.sessionStorage);
const keyOf = (token: string) => `atalaia.police.${token}`;

interface PolicePageProps {
  readonly token: string;
  readonly map: (view: PoliceView, trail: readonly TrailPlace[]) => ReactNode;
}

/** `/police/{token}`: an officer says who he is, then sees one vehicle from the event on (COCK-05). */
export function PolicePage({ token, map }: PolicePageProps) {
  const [visit, setVisit] = useState(() => storage.getItem(keyOf(token)));
  const begin = (made: string) => {
    storage.setItem(keyOf(token), made);
    setVisit(made);
  };
  const forget = () => {
    storage.removeItem(keyOf(token));
    setVisit(null);
  };
  if (!visit) return <OfficerForm token={token} onBegun={begin} />;
  return <SoughtView visit={visit} map={map} onUnknown={forget} />;
}

interface OfficerFormProps {
  readonly token: string;
  readonly onBegun: (visit: string) => void;
}

const fields = ['name', 'unit', 'phone'] as const;

function OfficerForm({ token, onBegun }: OfficerFormProps) {
  const { text } = useTexts();
  const [officer, setOfficer] = useState<Officer>({ name: '', unit: '', phone: '' });
  const [isTried, setTried] = useState(false);
  const { mutate, error, isPending, reset } = useWrite({
    ofForm: true,
    write: (api, json: Officer) =>
      api.json(
        { method: 'POST', path: `police/${encodeURIComponent(token)}/visits`, json, anonymous: true },
        policeVisitSchema,
      ),
    onSuccess: ({ visit }) => onBegun(visit),
  });
  if (isEnded(error)) return <LinkState error={error} onRetry={reset} />;
  const missing = (field: (typeof fields)[number]) => officer[field].trim() === '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.some(missing)) return;
    mutate({ name: officer.name.trim(), unit: officer.unit.trim(), phone: officer.phone.trim() });
  };
  return (
    <main className={classes.alone}>
      <form className={classes.officer} noValidate onSubmit={send} aria-label={text('visitor.policeTitle')}>
        <h1 className={classes.title}>{text('visitor.policeTitle')}</h1>
        <p className={classes.muted}>{text('visitor.officerWhy')}</p>
        {fields.map((field) => (
          <TextField
            key={field}
            label={`${text(`visitor.officer.${field}`)} *`}
            type={field === 'phone' ? 'tel' : 'text'}
            autoComplete={field === 'name' ? 'name' : field === 'phone' ? 'tel' : 'organization'}
            maxLength={field === 'phone' ? 40 : 120}
            value={officer[field]}
            error={isTried && missing(field) ? text('visitor.officerMissing') : undefined}
            onChange={({ currentTarget }) => setOfficer({ ...officer, [field]: currentTarget.value })}
          />
        ))}
        {error && <Refusal>{failureText(error, text)}</Refusal>}
        <Button type="submit" kind="primary" size="large" fullWidth busy={isPending}>
          {text('visitor.officerEnter')}
        </Button>
      </form>
    </main>
  );
}

interface SoughtViewProps {
  readonly visit: string;
  readonly map: PolicePageProps['map'];
  /** The visit is none of this server any more. */
  readonly onUnknown: () => void;
}

function SoughtView({ visit, map, onUnknown }: SoughtViewProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { view, trail } = useVisit(visit);
  const { data, error } = view;
  if (error instanceof ApiError && error.status === 404) {
    return <LinkState error={error} onRetry={onUnknown} />;
  }
  if (!data || isEnded(error)) return <LinkState error={error} onRetry={() => void view.refetch()} />;
  return (
    <main className={classes.page} aria-label={text('visitor.policeTitle')}>
      <div className={classes.map}>{map(data, trail)}</div>
      <div className={classes.side}>
        <header>
          <h1 className={classes.title}>
            {text(`openingType.${data.openingType}`)} · {formats.dateTime(data.openingDate)}
          </h1>
          <p className={classes.muted}>{text('sinister.number', { number: data.number })}</p>
        </header>
        <SoughtVehicleFacts vehicle={data.vehicle} />
        <SoughtPlaceFacts place={data.place} />
        <CentrePhone phone={data.centrePhone} />
        {Boolean(error) && (
          <p role="status" className={classes.note}>
            {text('visitor.lost')}
          </p>
        )}
        <p className={classes.foot}>
          {text('visitor.policeUntil', { date: formats.dateTime(data.expiresAt) })}{' '}
          {text('visitor.looksNoted')}
        </p>
      </div>
    </main>
  );
}

/** What the officer sees, and the way since the event, which grows with each look. */
function useVisit(visit: string) {
  const api = useApi();
  const path = `police/visits/${encodeURIComponent(visit)}`;
  const again = (everyMs: number) => ({
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }: { readonly state: { readonly error: unknown } }) =>
      isEnded(state.error) ? (false as const) : everyMs,
  });
  const view = useQuery({
    queryKey: ['police', visit],
    queryFn: ({ signal }) => api.json({ path, anonymous: true, signal }, policeViewSchema),
    ...again(lookMs),
  });
  const { data: way = [] } = useQuery({
    queryKey: ['police-trail', visit],
    queryFn: ({ signal }) =>
      api.json({ path: `${path}/trail`, anonymous: true, signal }, z.array(trailPlaceSchema)),
    ...again(trailMs),
  });
  return { view, trail: withNewest(way, view.data?.place) };
}

/** A way with the last place at its end, where that is newer. */
export function withNewest(
  way: readonly TrailPlace[],
  place: PoliceView['place'] | undefined,
): readonly TrailPlace[] {
  const last = way.at(-1);
  if (!place || (last && Date.parse(last.fixTime) >= Date.parse(place.fixTime))) return way;
  const { latitude, longitude, fixTime } = place;
  return [...way, { deviceId: last?.deviceId ?? 1, latitude, longitude, fixTime }];
}
