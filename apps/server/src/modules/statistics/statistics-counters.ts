import type { Registry } from 'prom-client';

/** What is counted since the server started, by the columns it is stored in. */
export interface Counts {
  readonly requests: number;
  readonly messages_received: number;
  readonly messages_stored: number;
  readonly mail_sent: number;
  readonly sms_sent: number;
  readonly geocoder_requests: number;
}

export const noCounts: Counts = Object.freeze({
  requests: 0,
  messages_received: 0,
  messages_stored: 0,
  mail_sent: 0,
  sms_sent: 0,
  geocoder_requests: 0,
});

type Labels = Readonly<Partial<Record<string, string | number>>>;

/** The counts of `/metrics`, so that nothing is counted twice. What was not counted yet is 0. */
export async function readCounts(metrics: Registry): Promise<Counts> {
  async function sum(name: string, counts: (labels: Labels, value: string) => boolean = () => true) {
    const metric = await metrics.getSingleMetric(name)?.get();
    const values = (metric?.values ?? []) as readonly {
      labels: Labels;
      value: number;
      metricName?: string;
    }[];
    return values
      .filter(({ labels, metricName }) => counts(labels, metricName ?? name))
      .reduce((total, { value }) => total + value, 0);
  }
  const calls = (service: string, outcome?: string) =>
    sum(
      'atalaia_outbound_calls_total',
      (labels) => labels.service === service && (outcome === undefined || labels.outcome === outcome),
    );
  return {
    requests: await sum(
      'atalaia_http_request_seconds',
      ({ route }, value) => value.endsWith('_count') && String(route).startsWith('/api'),
    ),
    messages_received: await sum('atalaia_ingest_frames_total'),
    messages_stored:
      (await sum('atalaia_ingest_positions_total')) + (await sum('atalaia_ingest_odd_positions_total')),
    mail_sent: await calls('mail', 'done'),
    sms_sent: await calls('sms', 'done'),
    geocoder_requests: await calls('geocoder'),
  };
}
