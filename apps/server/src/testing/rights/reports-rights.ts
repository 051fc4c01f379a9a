/** Rights over reports and the statistics. */
import { at, hidden, type RightLine, type Scene, signedIn } from './right-line.ts';

const period = 'from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z';

/** A report of one device; mailing is refused, since no mail server is set up. */
function linesOf(kind: string): readonly RightLine[] {
  const make = (path: string) => async (scene: Scene) =>
    at('reports', `${path}?deviceId=${await scene.device()}&${period}`);
  const notSetUp = { ...signedIn, reader: 409, bound: 409, user: 409, manager: 409, admin: 409 };
  return [
    { route: `GET /api/reports/${kind}`, make: make(kind), own: signedIn, foreign: hidden },
    { route: `GET /api/reports/${kind}/xlsx`, make: make(`${kind}/xlsx`), own: signedIn, foreign: hidden },
    { route: `GET /api/reports/${kind}/mail`, make: make(`${kind}/mail`), own: notSetUp },
  ];
}

export const reportsRights: readonly RightLine[] = ['route', 'events', 'trips', 'stops', 'summary'].flatMap(
  linesOf,
);
