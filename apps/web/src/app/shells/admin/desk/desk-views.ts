/** What `/admin/desk/{view}` shows beside the queue. */
import type { DeskRole } from '@atalaia/contract/desk/desk-role';
import type { TextKey } from '../../../../lib/texts/texts.ts';

export const deskViews = ['queue'] as const;
export type DeskView = (typeof deskViews)[number];

export const deskViewTitles: Readonly<Record<DeskView, TextKey>> = Object.freeze({
  queue: 'desk.queue',
});

export function deskViewsOf(role: DeskRole): readonly DeskView[] {
  return role === 'none' ? [] : deskViews;
}

export function deskViewOf(spelling: string | undefined): DeskView | undefined {
  if (spelling === undefined) return 'queue';
  return deskViews.find((view) => view === spelling && view !== 'queue');
}
