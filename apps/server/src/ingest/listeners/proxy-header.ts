/**
 * The header of the PROXY protocol, version 2 (haproxy.org, `proxy-protocol.txt`): a proxy in front of several processes says
 * in it from which address a tracker came. Believed of named addresses alone, since it is easily made up.
 */
import type { Socket } from 'node:net';

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const fixedBytes = 16;
/** Addresses take 36 bytes; what follows them (certificates, names) is passed over. */
const mostBytes = 2_048;
/** A proxy sends it at once. */
const patienceMs = 5_000;

const commands = { local: 0x20, proxy: 0x21 };
const families = { tcp4: 0x11, tcp6: 0x21 };

export type ProxyHeader =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'invalid' }
  /** Without an address the proxy speaks for itself, as in its health checks. */
  | { readonly kind: 'whole'; readonly bytes: number; readonly address: string | undefined };

const invalid: ProxyHeader = { kind: 'invalid' };

export function parseProxyHeader(head: Buffer): ProxyHeader {
  const known = Math.min(head.length, signature.length);
  if (!head.subarray(0, known).equals(signature.subarray(0, known))) return invalid;
  if (head.length < fixedBytes) return { kind: 'incomplete' };
  const [command, family] = [head[12], head[13]];
  const bytes = fixedBytes + head.readUInt16BE(14);
  if (bytes > mostBytes || (command !== commands.local && command !== commands.proxy)) return invalid;
  if (head.length < bytes) return { kind: 'incomplete' };
  if (command === commands.local) return { kind: 'whole', bytes, address: undefined };
  if (family === families.tcp4 && bytes >= fixedBytes + 12)
    return { kind: 'whole', bytes, address: [...head.subarray(16, 20)].join('.') };
  if (family === families.tcp6 && bytes >= fixedBytes + 36)
    return { kind: 'whole', bytes, address: ipv6Of(head.subarray(16, 32)) };
  return invalid;
}

function ipv6Of(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  // in its shortest form, as sockets say it
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/**
 * Takes the header off a connection; `whole` is called with the tracker's address before any of its own bytes are read,
 * `refuse` when there is none.
 */
export function takeProxyHeader(
  socket: Socket,
  { whole, refuse }: { whole(address: string | undefined): void; refuse(): void },
): void {
  let head = Buffer.alloc(0);
  const leave = () => {
    clearTimeout(patience);
    socket.off('data', take).off('end', fail).off('close', leave).off('error', ignore);
  };
  const fail = () => {
    leave();
    refuse();
  };
  // 'close' follows
  const ignore = () => undefined;
  const take = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const header = parseProxyHeader(head);
    if (header.kind === 'incomplete') return;
    if (header.kind === 'invalid') return fail();
    leave();
    socket.pause();
    if (head.length > header.bytes) socket.unshift(head.subarray(header.bytes));
    whole(header.address);
    socket.resume();
  };
  const patience = setTimeout(fail, patienceMs);
  socket.on('data', take).on('end', fail).on('close', leave).on('error', ignore);
}
