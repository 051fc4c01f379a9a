/** Where a connection that is opened again stopped receiving. */
export interface SocketGap {
  readonly gapMs: number;
  /** The last position of the channel. */
  readonly since: string | undefined;
}

/**
 * Where the live socket is opened from a page of this origin. The WebSocket constructor sets no header: the token travels
 * in the address, which no log keeps. `snapshot=none`, since `live/snapshot` holds what the socket would begin with.
 */
export function socketAddress(origin: string, token: string, gap: SocketGap | undefined): string {
  const address = new URL('/api/socket', origin.replace(/^http/, 'ws'));
  address.search = new URLSearchParams({
    b: token,
    snapshot: 'none',
    ...(gap && { gapMs: String(gap.gapMs) }),
    ...(gap?.since !== undefined && { since: gap.since }),
  }).toString();
  return address.href;
}
