import { expect, test } from 'vitest';
import { withoutSecrets } from './request-log.ts';

test('[OPS-03] [AUTH-06] an address is logged without tokens, wherever they stand, and without places', () => {
  const logged: [string, string][] = [
    ['/api/session?token=secret&x=1', '/api/session?token=…&x=1'],
    ['/api/session?TOKEN=secret', '/api/session?TOKEN=…'],
    ['/api/socket?b=secret', '/api/socket?b=…'],
    ['/api/location/secret', '/api/location/…'],
    ['/shared/secret?x=1', '/shared/…?x=1'],
    ['/api/location/session', '/api/location/session'],
    ['/api/location/sessions/7', '/api/location/sessions/7'],
    ['/api/server/geocode?latitude=-22.9&longitude=-47', '/api/server/geocode?latitude=…&longitude=…'],
    ['/osmand?id=1&lat=-22.9&lon=-47', '/osmand'],
    ['/api/devices/3?x=y', '/api/devices/3?x=y'],
  ];
  for (const [url, shown] of logged) expect(withoutSecrets(url)).toBe(shown);
});
