/**
 * Where the live socket is opened from a page of this origin. The WebSocket constructor sets no header: the token travels
 * in the address, which no log keeps. `snapshot=none`, since `live/snapshot` tells what the socket would begin with.
 */
export function socketAddress(origin: string, token: string, gapMs: number | undefined): string {
  const address = new URL('/api/socket', origin.replace(/^http/, 'ws'));
  address.search = new URLSearchParams({
    b: token,
    snapshot: 'none',
    ...(gapMs === undefined ? {} : { gapMs: String(gapMs) }),
  }).toString();
  return address.href;
}
