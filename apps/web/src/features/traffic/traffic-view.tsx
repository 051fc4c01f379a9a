import { type TrafficEntry, trafficEntrySchema } from '@atalaia/contract/devices/traffic';
import { mdiAccessPointNetworkOff, mdiContentCopy, mdiFilterOffOutline, mdiPause, mdiPlay } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { copyText } from '../../lib/files/copy-text.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { ChoiceRow } from '../../ui/field/choice-row.tsx';
import { SearchField } from '../../ui/field/search-field.tsx';
import { Pill } from '../../ui/layout/pill.tsx';
import { TrafficLog } from './traffic-log.tsx';
import classes from './traffic-view.module.css';

const trafficDirections = ['all', 'in', 'out'] as const;

interface TrafficFilter {
  readonly direction: (typeof trafficDirections)[number];
  /** Found in the bytes, written as text or as hexadecimal, in the kinds of messages, the protocol and the address. */
  readonly text: string;
}

/** Whether an entry is one of those looked for. */
export function fitsFilter(entry: TrafficEntry, { direction, text }: TrafficFilter): boolean {
  if (direction !== 'all' && entry.direction !== direction) return false;
  const keyword = text.trim().toLowerCase();
  if (keyword === '') return true;
  return (
    holdsBytes(entry.hex, keyword) || labelsOf(entry).some((label) => label.toLowerCase().includes(keyword))
  );
}

function holdsBytes(hex: string, keyword: string): boolean {
  const digits = keyword.replace(/[\s:]/g, '');
  if (!/^([\da-f]{2})+$/.test(digits)) return false;
  for (let at = hex.indexOf(digits); at !== -1; at = hex.indexOf(digits, at + 1)) {
    if (at % 2 === 0) return true;
  }
  return false;
}

function labelsOf({ text, hex, protocol, address, messages, error }: TrafficEntry): readonly string[] {
  return [
    text ?? printable(hex),
    protocol,
    address,
    ...messages.map(({ kind }) => kind),
    ...(error ? [error.code] : []),
  ];
}

/** Between bytes that are no characters there may be text, as the name of a place. */
function printable(hex: string): string {
  return (hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('');
}

/** The server keeps minutes; who looks for longer keeps so many, the newest. */
const mostEntries = 5000;

/** So many entries before the last must agree too: a tracker may say the same twice within a millisecond. */
const agreeing = 4;

/**
 * What was received before with what the server sends now. It sends the last minutes whole each time, so that what is new is
 * what follows the last entry of before; where that no longer exists, everything is new.
 */
export function joinTraffic(
  before: readonly TrafficEntry[],
  received: readonly TrafficEntry[],
): readonly TrafficEntry[] {
  const from = received.findLastIndex((_, at) => agreesAt(before, received, at)) + 1;
  if (from === received.length) return before;
  return [...before, ...received.slice(from)].slice(-mostEntries);
}

/** Whether the last entries of before end at this place of the answer. */
function agreesAt(before: readonly TrafficEntry[], received: readonly TrafficEntry[], at: number): boolean {
  const length = Math.min(agreeing, before.length, at + 1);
  if (length === 0) return false;
  for (let back = 0; back < length; back++) {
    const [one, other] = [before.at(-1 - back), received[at - back]];
    if (!one || !other || !isSame(one, other)) return false;
  }
  return true;
}

function isSame(one: TrafficEntry, other: TrafficEntry): boolean {
  return (
    one.time === other.time &&
    one.direction === other.direction &&
    one.hex === other.hex &&
    one.address === other.address
  );
}

/** How often the server is asked while somebody follows, ms. */
const everyMs = 2000;

/** What a tracker and the server say to each other, followed live until it is paused. */
function useTraffic(of: TrafficOf) {
  const api = useApi();
  const [isPaused, pause] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['traffic', of],
    queryFn: ({ signal }) => fetchTraffic(api, of, signal),
    refetchInterval: everyMs,
    enabled: !isPaused,
    retry: false,
    gcTime: 0,
  });
  const [taken, take] = useState<readonly TrafficEntry[] | undefined>();
  const [entries, keep] = useState<readonly TrafficEntry[] | undefined>();
  if (data && data !== taken) {
    take(data);
    keep(joinTraffic(entries ?? [], data));
  }
  return {
    /** Undefined until the first answer. */
    entries,
    error,
    retry: () => void refetch(),
    isPaused,
    /** Going on catches up with what was sent meanwhile, as far back as the server remembers. */
    toggle: () => pause(!isPaused),
  };
}

const directionNames = { all: 'traffic.all', in: 'traffic.received', out: 'traffic.sent' } as const;

/** What a tracker and the server say to each other, byte by byte and as it was understood, followed live (ING-09). */
export function TrafficView({ of }: { readonly of: TrafficOf }) {
  const { text } = useTexts();
  const { entries, error, retry, isPaused, toggle } = useTraffic(of);
  const [filter, setFilter] = useState<TrafficFilter>({ direction: 'all', text: '' });
  const shown = entries?.filter((entry) => fitsFilter(entry, filter));
  const copy = (what: string) =>
    void copyText(what).then(
      () => toasts.show('success', text('traffic.copied')),
      () => toasts.show('info', text('traffic.notCopied')),
    );

  return (
    <div className={classes.view}>
      <div className={classes.tools}>
        <SearchField
          label={text('traffic.filter')}
          text={filter.text}
          onType={(typed) => setFilter({ ...filter, text: typed })}
        />
        <ChoiceRow
          label={text('traffic.direction')}
          chosen={filter.direction}
          onChoose={(direction) => setFilter({ ...filter, direction })}
          choices={trafficDirections.map((value) => {
            const name = text(directionNames[value]);
            return { value, name, content: name };
          })}
        />
        <span className={classes.state} role="status">
          {error && entries ? (
            <Pill tone="alarm">{text('traffic.lost')}</Pill>
          ) : (
            <Pill tone={isPaused ? 'offline' : 'online'}>
              {text(isPaused ? 'traffic.paused' : 'traffic.following')}
            </Pill>
          )}
        </span>
        <span className={classes.count}>{shown && text('traffic.count', { count: shown.length })}</span>
        <Button icon={isPaused ? mdiPlay : mdiPause} onClick={toggle}>
          {text(isPaused ? 'traffic.resume' : 'traffic.pause')}
        </Button>
        <IconButton
          outlined
          size={34}
          name={text('traffic.copyAll')}
          icon={mdiContentCopy}
          disabled={!shown?.length}
          onClick={() => copy(trafficText(shown ?? []))}
        />
      </div>
      {!entries && !error && <Skeleton height={240} />}
      {!entries && error && <FailedState {...failureMessage(error, text)} onRetry={retry} />}
      {entries?.length === 0 && (
        <EmptyState
          icon={mdiAccessPointNetworkOff}
          title={text('traffic.empty')}
          hint={text('traffic.emptyHelp')}
        />
      )}
      {entries && entries.length > 0 && shown?.length === 0 && (
        <EmptyState icon={mdiFilterOffOutline} title={text('traffic.emptyFilter')} />
      )}
      {shown && shown.length > 0 && <TrafficLog entries={shown} onCopy={(entry) => copy(entry.hex)} />}
    </div>
  );
}

/** Entries as lines of text for a mail to everybody who made the tracker: when, which way, the bytes, and as text where they are. */
export function trafficText(entries: readonly TrafficEntry[]): string {
  return entries
    .map(({ time, direction, protocol, transport, address, hex, text, error }) =>
      [
        time,
        direction === 'in' ? '<-' : '->',
        `${protocol}/${transport}`,
        address,
        hex,
        ...(text === null ? [] : [JSON.stringify(text)]),
        ...(error ? [error.code] : []),
      ].join(' '),
    )
    .join('\n');
}

/** Whose traffic: a device's by its number, or that of a tracker nobody registered by the id it gave. */
export type TrafficOf = { readonly deviceId: number } | { readonly uniqueId: string };

/** Of the last minutes, oldest first (ING-09). */
function fetchTraffic(api: ApiClient, of: TrafficOf, signal: AbortSignal): Promise<readonly TrafficEntry[]> {
  const path =
    'deviceId' in of
      ? `devices/${of.deviceId}/traffic`
      : `unknown-trackers/${encodeURIComponent(of.uniqueId)}/traffic`;
  return api.json({ path, signal }, z.array(trafficEntrySchema));
}
