import { mdiAccessPointNetworkOff, mdiContentCopy, mdiFilterOffOutline, mdiPause, mdiPlay } from '@mdi/js';
import { useState } from 'react';
import { copyText } from '../../../lib/files/copy-text.ts';
import { failureWords } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { ChoiceRow } from '../../../ui/field/choice-row.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import type { TrafficOf } from './fetch-traffic.ts';
import { fitsFilter, type TrafficFilter, trafficDirections } from './traffic-filter.ts';
import { TrafficLog } from './traffic-log.tsx';
import { trafficText } from './traffic-text.ts';
import classes from './traffic-view.module.css';
import { useTraffic } from './use-traffic.ts';

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
      {!entries && error && <FailedState {...failureWords(error, text)} onRetry={retry} />}
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
