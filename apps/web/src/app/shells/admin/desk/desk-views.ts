/** What `/admin/desk/{view}` shows beside the queue. */
import type { DeskRole } from '@atalaia/contract/accounts/user';
import type { TextKey } from '../../../../lib/texts/texts.ts';

export const deskViews = [
  'queue',
  'board',
  'no-communication',
  'silences',
  'blocked',
  'watched',
  'handovers',
  'procedures',
  'report',
] as const;
export type DeskView = (typeof deskViews)[number];

export const deskViewTitles: Readonly<Record<DeskView, TextKey>> = Object.freeze({
  queue: 'desk.queue',
  board: 'desk.board',
  'no-communication': 'desk.noCommunication',
  silences: 'desk.silences',
  blocked: 'block.blocked',
  watched: 'desk.watched',
  handovers: 'desk.handovers',
  procedures: 'desk.procedures',
  report: 'desk.report',
});

const ofSupervisors: readonly DeskView[] = ['board', 'procedures'];

/** The board and how alarms are worked on are a supervisor's to see (DESK-14, PROC-02). */
export function deskViewsOf(role: DeskRole): readonly DeskView[] {
  if (role === 'none') return [];
  return role === 'supervisor' ? deskViews : deskViews.filter((view) => !ofSupervisors.includes(view));
}

export function deskViewOf(spelling: string | undefined): DeskView | undefined {
  if (spelling === undefined) return 'queue';
  return deskViews.find((view) => view === spelling && view !== 'queue');
}
