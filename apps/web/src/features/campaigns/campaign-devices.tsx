import {
  type Campaign,
  type CampaignDevice,
  type CampaignDeviceState,
  type CampaignState,
  campaignDeviceSchema,
  campaignSchema,
} from '@atalaia/contract/devices/campaign';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import {
  mdiEmailFastOutline,
  mdiFileDelimitedOutline,
  mdiFileExcelOutline,
  mdiPause,
  mdiRefresh,
  mdiStop,
} from '@mdi/js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage, failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { PageTurner } from '../../resources/list/page-turner.tsx';
import type { RowViewProps } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import pane from '../../ui/layout/rows-pane.module.css';
import { DataTable, TwoLines } from '../../ui/table/data-table.tsx';
import { Question } from '../../ui/window/question.tsx';
import classes from './campaigns.module.css';

const everyMs = 5_000;
/** How often the list is read again: that of thousands is long, and seldom. */
export const listEveryMs = (devices: number) => Math.max(everyMs, devices * 5);
const sizes = ['100', '500'] as const;

type Act = 'start' | 'retry' | 'pause' | 'stop';

const tones: Readonly<Record<CampaignDeviceState, Tone>> = {
  new: 'offline',
  queued: 'brand',
  sending: 'brand',
  sent: 'unknown',
  failed: 'alarm',
  unsure: 'alarm',
  overdue: 'alarm',
  arrived: 'online',
};

/**
 * How many SMS each order would send now: what the server compares with what was asked. A paused campaign goes on by
 * either: what is sent again are those that were missed, and those that wait leave with them.
 */
export function orderCounts(
  devices: readonly CampaignDevice[],
  state: CampaignState,
): {
  readonly start: number;
  readonly retry: number;
  readonly missed: number;
  readonly waiting: number;
} {
  const ready = devices.filter(({ fault }) => fault === null);
  const of = (...states: readonly CampaignDeviceState[]) =>
    ready.filter(({ state }) => states.includes(state)).length;
  const missed = of('failed', 'unsure', 'overdue');
  const waiting = state === 'paused' ? of('queued') : 0;
  return { start: of('new', 'queued'), retry: missed + waiting, missed, waiting };
}

/** Whom a campaign tells, with what, and who has come; from here it is started, paused and repeated. */
export function CampaignDevices({ row, onDone }: RowViewProps<Campaign>) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const [asked, ask] = useState<Act | null>(null);
  const campaign = useQuery({
    queryKey: ['campaign', row.id],
    queryFn: ({ signal }) => api.json({ path: `campaigns/${row.id}`, signal }, campaignSchema),
    initialData: row,
    refetchInterval: everyMs,
    retry: false,
  });
  const query = useQuery({
    queryKey: ['campaign', row.id, 'devices'],
    queryFn: async ({ signal }) => {
      const { body, headers } = await api.answer(
        { path: `campaigns/${row.id}/devices`, signal },
        z.array(campaignDeviceSchema),
      );
      return { devices: body, revision: headers.get('etag') ?? undefined };
    },
    refetchInterval: ({ state }) => listEveryMs(state.data?.devices.length ?? 0),
    retry: false,
  });
  const { state, unreadAt } = campaign.data;
  const counts = orderCounts(query.data?.devices ?? [], state);
  return (
    <section className={pane.pane} aria-label={row.name}>
      <header>
        <h2 className={pane.title} dir="auto">
          {row.name}
        </h2>
        <p className={classes.muted}>{text('campaign.followHint')}</p>
        {state === 'running' && unreadAt !== null && (
          <p className={classes.error} role="alert">
            {text('campaign.unread', { time: formats.dateTime(unreadAt) })}
          </p>
        )}
      </header>
      <Acts campaign={campaign.data} counts={counts} onAsk={ask} />
      <div className={pane.lines}>
        <QueryView
          query={query}
          failure={(error) => failureMessage(error, text)}
          waiting={<Skeleton height={240} />}
        >
          {({ devices }) =>
            devices.length === 0 ? (
              <EmptyState
                icon={mdiEmailFastOutline}
                title={text('campaign.noDevices')}
                hint={text('campaign.noDevicesHint')}
              />
            ) : (
              <DeviceTable label={row.name} devices={devices} />
            )
          }
        </QueryView>
      </div>
      <footer className={pane.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </footer>
      {asked && (
        <Asked
          act={asked}
          campaign={row}
          counts={counts}
          revision={query.data?.revision}
          onClose={() => ask(null)}
        />
      )}
    </section>
  );
}

interface ActsProps {
  readonly campaign: Campaign;
  readonly counts: ReturnType<typeof orderCounts>;
  readonly onAsk: (act: Act) => void;
}

function Acts({ campaign, counts, onAsk }: ActsProps) {
  const { text } = useTexts();
  const { state } = campaign;
  const isOver = state === 'stopped';
  return (
    <div className={classes.acts}>
      {!isOver && (
        <Button
          kind="primary"
          icon={mdiEmailFastOutline}
          disabled={counts.start === 0}
          onClick={() => onAsk('start')}
        >
          {text(state === 'paused' ? 'campaign.resume' : 'campaign.send', { count: counts.start })}
        </Button>
      )}
      {!isOver && counts.missed > 0 && (
        <Button icon={mdiRefresh} onClick={() => onAsk('retry')}>
          {text('campaign.retry', { count: counts.missed })}
        </Button>
      )}
      {state === 'running' && (
        <Button icon={mdiPause} onClick={() => onAsk('pause')}>
          {text('campaign.pause')}
        </Button>
      )}
      {(state === 'running' || state === 'paused') && (
        <Button icon={mdiStop} onClick={() => onAsk('stop')}>
          {text('campaign.stop')}
        </Button>
      )}
      <span className={classes.files}>
        <ExportButton
          campaignId={campaign.id}
          type={spreadsheetType}
          name="campanha.xlsx"
          icon={mdiFileExcelOutline}
          label="Excel"
        />
        <ExportButton
          campaignId={campaign.id}
          type="text/csv"
          name="campanha.csv"
          icon={mdiFileDelimitedOutline}
          label="CSV"
        />
      </span>
    </div>
  );
}

interface ExportButtonProps {
  readonly campaignId: number;
  readonly type: string;
  readonly name: string;
  readonly icon: string;
  readonly label: string;
}

function ExportButton({ campaignId, type, name, icon, label }: ExportButtonProps) {
  const { text } = useTexts();
  const api = useApi();
  const make = useMutation({
    mutationFn: () => api.bytes({ path: `campaigns/${campaignId}/devices`, accept: type, timeoutMs: 60_000 }),
    onSuccess: (bytes) => saveFile(new Blob([bytes], { type }), name),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  return (
    <Button icon={icon} busy={make.isPending} onClick={() => make.mutate()}>
      {label}
    </Button>
  );
}

interface AskedProps {
  readonly act: Act;
  readonly campaign: Campaign;
  readonly counts: ReturnType<typeof orderCounts>;
  /** Of the campaign whose texts were shown. */
  readonly revision: string | undefined;
  readonly onClose: () => void;
}

/** Nothing is sent before the question that names how many SMS it is was answered. */
function Asked({ act, campaign, counts, revision, onClose }: AskedProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  // of the moment of the question: the server refuses another number, and other texts than were shown
  const [{ missed, waiting, ...asked }] = useState(counts);
  const count = act === 'start' || act === 'retry' ? asked[act] : undefined;
  const [ifMatch] = useState(revision);
  const order = useWrite({
    write: (writer) =>
      writer.send({
        method: 'POST',
        path: `campaigns/${campaign.id}/${act}`,
        ...(count !== undefined && { json: { count }, ifMatch }),
      }),
    onError(error) {
      const isEdited = error instanceof ApiError && error.code === 'edited-meanwhile';
      const message = isEdited ? text('apiError.campaign-changed') : failureText(error, text);
      toasts.show('failure', message);
    },
    onSettled() {
      onClose();
      void queries.invalidateQueries({ queryKey: ['campaign', campaign.id] });
      void queries.invalidateQueries({ queryKey: ['resource', 'campaigns'] });
    },
  });
  return (
    <Question
      title={text(`campaignAct.${act}`)}
      closeLabel={text('action.close')}
      cancelLabel={text('action.cancel')}
      actLabel={count === undefined ? text(`campaignAct.${act}`) : text('campaign.send', { count })}
      busy={order.isPending}
      onAct={() => order.mutate()}
      onClose={onClose}
    >
      <p>
        {text(`campaignAsk.${act}`, { count: act === 'retry' ? missed : (count ?? 0), name: campaign.name })}
      </p>
      {act === 'retry' && waiting > 0 && <p>{text('campaignAsk.waiting', { count: waiting })}</p>}
    </Question>
  );
}

function DeviceTable({
  label,
  devices,
}: {
  readonly label: string;
  readonly devices: readonly CampaignDevice[];
}) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const columns = [
    {
      key: 'name',
      title: text('campaign.device'),
      cell: ({ name, model, phone }: CampaignDevice) => (
        <TwoLines first={name} second={[model, phone].filter(Boolean).join(' · ')} />
      ),
    },
    {
      key: 'state',
      title: text('campaign.state'),
      // who cannot be told does not wait for anything: the reason stands beside
      cell: ({ state, fault }: CampaignDevice) =>
        state === 'new' && fault !== null ? (
          text('value.missing')
        ) : (
          <Pill tone={tones[state]}>{text(`campaignDevice.${state}`)}</Pill>
        ),
    },
    {
      key: 'text',
      title: text('campaign.text'),
      wraps: true,
      cell: ({ text: sms, fault, error, state }: CampaignDevice) => (
        <>
          {sms && <code className={classes.sms}>{sms}</code>}
          {fault && state !== 'arrived' && (
            <span className={classes.fault}>{text(`campaignFault.${fault}`)}</span>
          )}
          {error && <span className={classes.fault}>{textOr(`campaignError.${error}`, error)}</span>}
        </>
      ),
    },
    {
      key: 'sent',
      title: text('campaign.sentAt'),
      muted: true,
      // one column for both: the pane has no room for a sixth
      cell: ({ sentAt, arrivedAt, attempts }: CampaignDevice) => (
        <TwoLines
          first={sentAt && `${formats.dateTime(sentAt)}${attempts > 1 ? ` (${attempts}×)` : ''}`}
          second={arrivedAt && text('campaign.arrivedOn', { time: formats.dateTime(arrivedAt) })}
        />
      ),
    },
  ];
  const [size, setSize] = useState<(typeof sizes)[number]>(sizes[0]);
  const [turned, turn] = useState(0);
  const pages = Math.ceil(devices.length / Number(size));
  // those that were left out make it shorter
  const page = Math.min(turned, pages - 1);
  const before = page * Number(size);
  const rows = devices.slice(before, before + Number(size));
  return (
    <>
      <DataTable label={label} columns={columns} rows={rows} keyOf={({ deviceId }) => deviceId} />
      {devices.length > Number(sizes[0]) && (
        <PageTurner
          {...{ sizes, size, page, pages, before, count: rows.length, total: devices.length }}
          onSize={(chosen) => {
            setSize(chosen);
            turn(0);
          }}
          onPage={turn}
        />
      )}
    </>
  );
}
