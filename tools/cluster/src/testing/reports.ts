/** Reports by HTTP and in datagrams, to a process itself. */
import { createTracker } from '@atalaia/simulator/tracker/create-tracker';
import { completeReport } from '@atalaia/simulator/wire/report';

/** On the web port of any process that serves people, or on the port of osmand; whether it was acknowledged. */
export async function sendOverHttp(url: string, uniqueId: string, report: object): Promise<boolean> {
  const query = new URLSearchParams({ id: uniqueId, lat: '-3.7', lon: '-38.5' });
  for (const [name, value] of Object.entries(report)) query.set(name, String(value));
  const answer = await fetch(`${url}?${query}`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

/** One datagram of CalAmp to each port by turns, a second of the way apart; resolves when each was acknowledged. */
export async function sendDatagrams(
  uniqueId: string,
  ports: readonly number[],
  count: number,
  firstFixMs: number,
): Promise<void> {
  const lines = ports.map((port) =>
    createTracker({ protocol: 'calamp', uniqueId, host: '127.0.0.1', port, answerTimeoutMs: 5_000 }),
  );
  for (const line of lines) await line.connect();
  for (let index = 0; index < count; index += 1) {
    const report = { fixTimeMs: firstFixMs + index * 1000, latitude: -3.7 + index * 1e-4, longitude: -38.5 };
    await lines[index % lines.length]?.sendPosition(
      completeReport({ ...report, speedKph: 40, ignition: true }),
    );
  }
  for (const line of lines) await line.close();
}
