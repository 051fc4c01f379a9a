import type { LinkablesPage } from './api/linkables-page.ts';

/** The page with one of its links switched; the order stays, so that nothing moves under the hand. */
export function withLink(page: LinkablesPage, id: number, linked: boolean): LinkablesPage {
  return { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, linked } : row)) };
}
