/** What a browser's tab says of a page: a rule without a browser. */
import { chartKindOf, chartTitles } from '../../features/chart/chart-kinds.ts';
import { reportTitles, reportViewOf } from '../../lib/reports/report-names.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { manageViewOf, viewTitles } from '../shells/manage/manage-views.ts';
import { areaOf } from './decide-route.ts';

/** The key of a page's title by its address. */
export function pageTitleOf(path: string, hash: string): TextKey {
  const [, first, second, third] = path.split('/');
  if (first === '' || first === 'login') return 'login.title';
  if (first === 'shared') return 'share.title';
  if (!areaOf(path)) return 'fallback.title';
  const report = reportViewOf(hash);
  if (report && (second === 'reports' || !second)) return reportTitles[report];
  if (second === undefined || second === '' || second === 'devices') return 'map.title';
  if (second === 'events') return third === 'devices' ? 'map.title' : 'event.title';
  const view = second === 'manage' ? manageViewOf(third) : undefined;
  if (view) return viewTitles[view];
  const chart = second === 'chart' ? chartKindOf(third) : undefined;
  return chart ? chartTitles[chart] : 'fallback.title';
}
