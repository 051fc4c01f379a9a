import {
  changedCountSchema,
  type Risk,
  type RiskKind,
  riskKinds,
  riskSchema,
  riskTotalsSchema,
} from '@atalaia/contract/providers/reconciliation';
import { useDebouncedValue } from '@mantine/hooks';
import {
  mdiCurrencyUsd,
  mdiEyeOffOutline,
  mdiEyeOutline,
  mdiMapMarkerOutline,
  mdiShieldCheckOutline,
} from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { vehicleText } from '../../lib/device/vehicle-text.ts';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { useFormats, useMoney } from '../../lib/formats/use-formats.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { failureMessage, failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { PagedReport } from '../../resources/list/paged-report.tsx';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { SearchField } from '../../ui/field/search-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { DataTable, TwoLines } from '../../ui/table/data-table.tsx';
import { PricesDialog, ReasonDialog } from './dialogs.tsx';
import classes from './reconciliation.module.css';

const pauseMs = 300;
const path = 'reconciliation/money-at-risk';

/** "Dinheiro em risco": vehicles that cost money and bring none, with what they would bring a month (DRIFT-02). */
export function MoneyAtRisk({ onDevice }: { readonly onDevice: (deviceId: number) => void }) {
  const { text } = useTexts();
  const session = useSession();
  const isAdmin = session.phase === 'signed-in' && session.profile === 'admin';
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), pauseMs);
  const [kind, setKind] = useState<RiskKind | null>(null);
  const [ignored, showIgnored] = useState(false);
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const [asked, ask] = useState<'prices' | readonly number[] | null>(null);
  const ignore = useIgnoreRisks(() => {
    choose(new Set());
    ask(null);
  });
  return (
    <>
      <Totals />
      <PagedReport
        path={path}
        query={{
          ...(keyword && { keyword }),
          ...(kind && { kind }),
          ...(ignored && { ignored: 'true' }),
        }}
        schema={riskSchema}
        title="risk.title"
        countText={(count) => text('desk.vehicles', { count })}
        empty={{
          icon: mdiShieldCheckOutline,
          hint: keyword || kind ? 'list.emptyFilter' : ignored ? 'risk.noneIgnored' : 'risk.none',
        }}
        fields={
          <>
            <SearchField label={text('risk.search')} text={typed} onType={setTyped} />
            <SelectField
              label={text('risk.kinds')}
              placeholder={text('risk.allKinds')}
              clearLabel={text('action.clear')}
              options={riskKinds.map((value) => ({ value, label: text(`riskKind.${value}`) }))}
              chosen={kind}
              onChoose={setKind}
            />
            <SwitchField
              label={text('reconciliation.showIgnored')}
              on={ignored}
              onSwitch={(isOn) => {
                showIgnored(isOn);
                choose(new Set());
              }}
            />
            {chosen.size > 0 && (
              <Button
                icon={ignored ? mdiEyeOutline : mdiEyeOffOutline}
                onClick={() =>
                  ignored ? ignore.mutate({ deviceIds: [...chosen], reason: null }) : ask([...chosen])
                }
              >
                {text(ignored ? 'reconciliation.showMany' : 'reconciliation.ignoreMany', {
                  count: chosen.size,
                })}
              </Button>
            )}
            {isAdmin && (
              <Button icon={mdiCurrencyUsd} onClick={() => ask('prices')}>
                {text('risk.prices')}
              </Button>
            )}
          </>
        }
      >
        {(rows) => (
          <RiskTable
            rows={rows}
            chosen={chosen}
            onChoose={choose}
            onDevice={onDevice}
            onIgnore={(row) =>
              row.ignored ? ignore.mutate({ deviceIds: [row.deviceId], reason: null }) : ask([row.deviceId])
            }
          />
        )}
      </PagedReport>
      {asked === 'prices' && <PricesDialog onClose={() => ask(null)} />}
      {Array.isArray(asked) && (
        <ReasonDialog
          count={asked.length}
          busy={ignore.isPending}
          onClose={() => ask(null)}
          onReason={(reason) => ignore.mutate({ deviceIds: asked, reason })}
        />
      )}
    </>
  );
}

function useIgnoreRisks(onDone: () => void) {
  const { text } = useTexts();
  const queries = useQueryClient();
  return useWrite({
    write: (api, json: { readonly deviceIds: readonly number[]; readonly reason: string | null }) =>
      api.json({ method: 'PUT', path: `${path}/ignored`, json }, changedCountSchema),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [path] });
      onDone();
    },
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
}

function Totals() {
  const { text } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  const api = useApi();
  const query = useQuery({
    queryKey: [path, 'totals'],
    queryFn: ({ signal }) => api.json({ path: `${path}/totals`, signal }, riskTotalsSchema),
    retry: false,
  });
  return (
    <div className={classes.totals}>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={48} />}
      >
        {(data) => (
          <>
            <strong className={classes.sum}>{money(data.cents)}</strong>
            <span>{text('risk.aMonth', { count: data.vehicles })}</span>
            {data.unpriced > 0 && (
              <span className={classes.warning}>{text('risk.unpriced', { count: data.unpriced })}</span>
            )}
            {data.ignored > 0 && <span>{text('risk.ignoredCount', { count: data.ignored })}</span>}
            <ul className={classes.kinds}>
              {data.kinds.map(({ kind, vehicles, cents }) => (
                <li key={kind}>
                  {text(`riskKind.${kind}`)}: {formats.count(vehicles)} · {money(cents)}
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </div>
  );
}

interface RiskTableProps {
  readonly rows: readonly Risk[];
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (chosen: ReadonlySet<number>) => void;
  readonly onDevice: (deviceId: number) => void;
  readonly onIgnore: (row: Risk) => void;
}

function RiskTable({ rows, chosen, onChoose, onDevice, onIgnore }: RiskTableProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  return (
    <DataTable
      label={text('risk.title')}
      rows={rows}
      keyOf={({ deviceId }) => deviceId}
      columns={[
        {
          key: 'chosen',
          title: '',
          cell: ({ deviceId, deviceName }) => (
            <Checkbox
              label=""
              aria-label={text('reconciliation.choose', { name: deviceName })}
              checked={chosen.has(deviceId)}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(
                  new Set(checked ? [...chosen, deviceId] : [...chosen].filter((id) => id !== deviceId)),
                )
              }
            />
          ),
        },
        {
          key: 'customer',
          title: text('desk.customer'),
          cell: ({ customerName, customerStatus }) => (
            <TwoLines
              first={customerName ?? text('value.missing')}
              second={customerStatus && text(`customerStatus.${customerStatus}`)}
            />
          ),
        },
        {
          key: 'vehicle',
          title: text('desk.vehicle'),
          cell: ({ deviceName, plate, category }) => (
            <TwoLines
              first={vehicleText(deviceName, plate)}
              second={category && textOr(`category.${category}`, category)}
            />
          ),
        },
        {
          key: 'kinds',
          title: text('risk.kinds'),
          wraps: true,
          cell: ({ kinds, ignored }) => (
            <TwoLines
              first={kinds.map((kind) => text(`riskKind.${kind}`)).join(', ')}
              second={
                ignored &&
                text('reconciliation.ignoredWhy', {
                  reason: ignored.reason,
                  name: ignored.userName,
                  time: formats.dateTime(ignored.at),
                })
              }
            />
          ),
        },
        {
          key: 'since',
          title: text('reconciliation.since'),
          cell: ({ since }) => <TimeAgo instant={since} />,
        },
        {
          key: 'update',
          title: text('device.lastUpdate'),
          muted: true,
          cell: ({ lastUpdate }) => (lastUpdate ? <TimeAgo instant={lastUpdate} /> : text('dashboard.never')),
        },
        {
          key: 'money',
          title: text('risk.monthly'),
          cell: ({ monthlyCents }) => (monthlyCents === null ? text('risk.noPrice') : money(monthlyCents)),
        },
        {
          ...{ key: 'acts', title: '', acts: true },
          cell: (row) => (
            <>
              <IconButton
                size={28}
                name={text(row.ignored ? 'reconciliation.show' : 'reconciliation.ignore', {
                  name: row.deviceName,
                })}
                icon={row.ignored ? mdiEyeOutline : mdiEyeOffOutline}
                onClick={() => onIgnore(row)}
              />
              <IconButton
                size={28}
                name={text('event.goToDevice')}
                icon={mdiMapMarkerOutline}
                onClick={() => onDevice(row.deviceId)}
              />
            </>
          ),
        },
      ]}
    />
  );
}
