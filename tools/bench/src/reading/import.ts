/** How long an import of 10,000 devices takes into an installation of 100,000, and what it holds up. */
import type { ImportPreview, ImportResult } from '@atalaia/contract/reports/import';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { createDeviceSheet } from '@atalaia/server/src/modules/imports/spreadsheet/device-sheet.ts';
import type { Benchmark } from '../benchmark.ts';
import { connectViewer } from '../latency/viewer.ts';
import { rawQuery } from '../process/raw.ts';
import { atMost } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { devices as deviceCount, loadDevices } from './device-load.ts';
import { onLoadedServer } from './loaded-server.ts';
import { longestHoldMs } from './timed-answer.ts';

const rows = 10_000;
const rounds = 3;

export const importing: Benchmark = {
  name: 'import',
  title: `Import of ${rows} devices beside ${deviceCount}`,
  run: (say) =>
    onLoadedServer(loadDevices, async ({ server, database, api }) => {
      const { origin } = server;
      // ten thousand new devices are not told one by one: whoever looks on is sent away and loads them anew
      const watch = () =>
        connectViewer({
          origin,
          token: api.token,
          deviceIds: [],
          onPosition: () => undefined,
          onLost: watchAgain,
        });
      let viewer = await watch();
      async function watchAgain(): Promise<void> {
        viewer = await watch();
      }
      const post = async <Answer>(file: Uint8Array, query: string) => {
        const startMs = performance.now();
        const answer = await fetch(`${origin}/api/imports/devices${query}`, {
          method: 'POST',
          body: Buffer.from(file),
          headers: { authorization: `Bearer ${api.token}`, 'content-type': spreadsheetType },
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`the import was answered ${answer.status}: ${text}`);
        return { tookMs: performance.now() - startMs, answer: JSON.parse(text) as Answer };
      };
      const [previewMs, savedMs, sheetMs]: [number[], number[], number[]] = [[], [], []];
      // what compiles and starts for the first time is no import's
      await post(workbook(-1, 50), '?preview=true');
      await longestHoldMs(origin);
      let heldMs = 0;
      for (let round = 0; round < rounds; round += 1) {
        say(`round ${round + 1} of ${rounds}`);
        const file = workbook(round, rows);
        const previewed = await post<ImportPreview>(file, '?preview=true');
        if (previewed.answer.fits !== rows) throw new Error(`only ${previewed.answer.fits} rows fit`);
        previewMs.push(previewed.tookMs);
        const saved = await post<ImportResult>(file, '');
        if (saved.answer.created !== rows) throw new Error(`${saved.answer.created} rows were saved`);
        savedMs.push(saved.tookMs);
        heldMs = Math.max(heldMs, await longestHoldMs(origin));
      }
      say(`${deviceCount + rounds * rows} devices as a spreadsheet`);
      const startMs = performance.now();
      const sheet = await fetch(`${origin}/api/devices`, {
        headers: { authorization: `Bearer ${api.token}`, accept: spreadsheetType },
      });
      const { byteLength } = await sheet.arrayBuffer();
      if (!sheet.ok || byteLength < 1_000_000)
        throw new Error(`the spreadsheet was answered ${sheet.status}`);
      sheetMs.push(performance.now() - startMs);
      const sheetHeldMs = await longestHoldMs(origin);
      viewer.close();
      return [
        { name: 'preview', unit: 'ms', ...spreadOfTimes(previewMs), limits: [atMost(3_000, 'p99')] },
        { name: 'saved', unit: 'ms', ...spreadOfTimes(savedMs), limits: [atMost(10_000, 'p99')] },
        await rawQuery(
          'PostgreSQL inserts as many devices in one statement, and forgets them',
          database,
          rawInsert,
        ),
        { name: 'event loop held by imports, longest', unit: 'ms', measured: heldMs, limits: [atMost(50)] },
        {
          name: `${deviceCount + rounds * rows} devices as a spreadsheet`,
          unit: 'ms',
          ...spreadOfTimes(sheetMs),
        },
        {
          name: 'event loop held by the spreadsheet, longest',
          unit: 'ms',
          measured: sheetHeldMs,
          limits: [atMost(50)],
        },
      ];
    }),
};

const rawInsert = `
  DO $$ BEGIN
    INSERT INTO devices (unique_id, name, category, phone, model, contact, attributes)
    SELECT 'raw-' || id, name, 'truck', phone, model, contact, attributes FROM devices ORDER BY id DESC LIMIT ${rows};
    RAISE EXCEPTION 'enough' USING ERRCODE = 'U0001';
  EXCEPTION WHEN SQLSTATE 'U0001' THEN
  END $$`;

/** Devices of a fleet in the columns of the list's own spreadsheet, every row of them new. */
function workbook(round: number, count: number): Uint8Array {
  const sheet = createDeviceSheet({
    language: 'pt-BR',
    timezone: 'America/Fortaleza',
    speedUnit: 'kmh',
    twelveHourFormat: false,
  });
  const devices = Array.from({ length: count }, (_, at) => ({
    uniqueId: `import-${round}-${at}`,
    name: `Veículo ${at}`,
    groupName: `Fleet ${1 + (at % 100)}`,
    customerName: null,
    customerCpfCnpj: null,
    category: 'truck',
    status: 'offline',
    disabled: false,
    lastUpdate: null,
    phone: '+5585999990000',
    model: 'ST310U',
    contact: 'Plantão',
    attributes: {
      plate: 'ABC1D23',
      speedLimit: 43.2,
      year: '2024',
      vehicleModel: 'Fiorino',
      manufacturer: 'Fiat',
      color: 'Branca',
      iccid: `8955${String(at).padStart(16, '0')}`,
      installationLocation: 'Painel',
      technician: 'Ana',
      m2mProvider: 'Operadora',
    },
  }));
  const json = JSON.stringify(devices).slice(1, -1);
  return Buffer.concat([sheet.rows(json), sheet.end()]);
}
