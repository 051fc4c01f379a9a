import { type ServerSettings, serverSettingsSchema } from '@atalaia/contract/server-settings';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import type { TextsState } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { type Fact, FactList } from '../../../ui/table/fact-list.tsx';
import classes from './server-facts.module.css';

/** The installation's settings as they stand. */
export function ServerFacts() {
  const texts = useTexts();
  const { text } = texts;
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['server-settings'],
    queryFn: ({ signal }) => api.json({ path: 'server', signal }, serverSettingsSchema),
    retry: false,
  });
  if (error) {
    return (
      <FailedState
        title={text('view.failedTitle')}
        reason={failureText(error, text)}
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height={320} />;
  return (
    <div className={classes.facts}>
      <FactList facts={factsOf(data, texts)} />
      <p className={classes.version}>{text('server.version', { version: data.version })}</p>
    </div>
  );
}

function factsOf(server: ServerSettings, { text, textOr }: TextsState): readonly Fact[] {
  const none = text('value.missing');
  const choice = (area: string, value: string | null) =>
    value === null ? none : textOr(`${area}.${value}`, value);
  const flag = (value: boolean) => text(value ? 'value.yes' : 'value.no');
  return [
    { name: text('setting.map'), value: choice('mapType', server.map) },
    { name: text('setting.mapUrl'), value: server.mapUrl ?? none },
    { name: text('setting.latitude'), value: server.latitude ?? none },
    { name: text('setting.longitude'), value: server.longitude ?? none },
    { name: text('setting.zoom'), value: server.zoom ?? none },
    { name: text('setting.poiLayer'), value: server.poiLayer ?? none },
    { name: text('setting.timezone'), value: server.timezone ?? none },
    { name: text('setting.speedUnit'), value: choice('speedUnit', server.speedUnit) },
    { name: text('setting.distanceUnit'), value: choice('distanceUnit', server.distanceUnit) },
    { name: text('setting.volumeUnit'), value: choice('volumeUnit', server.volumeUnit) },
    { name: text('setting.coordinateFormat'), value: choice('coordinateFormat', server.coordinateFormat) },
    { name: text('setting.twelveHourFormat'), value: flag(server.twelveHourFormat) },
    { name: text('setting.forceSettings'), value: flag(server.forceSettings) },
    { name: text('setting.registration'), value: flag(server.registration) },
    { name: text('server.readonly'), value: flag(server.readonly) },
    { name: text('server.deviceReadonly'), value: flag(server.deviceReadonly) },
    { name: text('server.limitCommands'), value: flag(server.limitCommands) },
    { name: text('server.deviceLimit'), value: server.deviceLimit },
  ];
}
