import { positionSchema } from '@atalaia/contract/position';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { readReport } from '../../lib/reports/read-report.ts';
import { useReports } from '../../lib/reports/reports-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { ReportMap } from '../../map/report/report-drawing.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { reportFailureText } from './report-failure.ts';
import { createReportOnMap } from './report-on-map.ts';
import type { Beside } from './shown-on-map.ts';

const positionsSchema = z.array(positionSchema);

/** While it is used, the report lies on the map; see `report-on-map.ts`. */
export function useReportOnMap(map: ReportMap, beside: Beside): void {
  const api = useApi();
  const reports = useReports();
  const { text } = useTexts();
  const say = useRef(text);
  say.current = text;
  useEffect(
    () =>
      createReportOnMap({
        map,
        reports,
        beside,
        readPositions: (ids, signal) =>
          api.json({ path: 'positions', query: { id: [...ids] }, signal }, positionsSchema),
        async readWay(wish, signal) {
          const rows = await readReport(api, wish, { signal });
          if (rows.name !== 'route') throw new Error('a way is a route');
          return rows.columns;
        },
        onFailed: (reason) =>
          toasts.show(
            'failure',
            `${say.current('report.mapFailed')} ${reportFailureText(reason, say.current)}`,
          ),
        onNoPlace: () => toasts.show('info', say.current('report.noPlace')),
      }),
    [map, reports, beside, api],
  );
}
