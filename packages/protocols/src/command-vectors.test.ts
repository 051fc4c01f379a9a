/** Commands as data: what is requested, and the bytes or the words that must come of it, or why nothing may. */
import { readFileSync } from 'node:fs';
import { commandTypes } from '@atalaia/domain/catalog/command-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommandEncoder, Protocol, TrackerSession, WireContext } from './protocol.ts';
import { protocols } from './registry.ts';

interface CommandVector {
  readonly name: string;
  readonly source: string;
  readonly uniqueId?: string;
  readonly sequence?: number;
  readonly settings?: Record<string, unknown>;
  /** What the tracker sent before, as text or in hexadecimal. */
  readonly spoke?: string;
  readonly spokeHex?: string;
  readonly command: { readonly type: string; readonly attributes: Record<string, unknown> };
  readonly expect: {
    readonly hex?: string;
    readonly text?: string;
    readonly sms?: string;
    readonly error?: string;
  };
}

const nowMs = Date.UTC(2026, 10, 21, 12);

const speaking = protocols.flatMap((protocol) =>
  protocol.commands ? [{ ...protocol, commands: protocol.commands }] : [],
);

function vectorsOf({ name }: Protocol): CommandVector[] {
  const file = new URL(`./${name}/command-vectors/commands.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function sessionAfter(protocol: Protocol, { spoke = '', spokeHex }: Partial<CommandVector>): TrackerSession {
  let session: TrackerSession = {};
  const sent = spokeHex === undefined ? Buffer.from(spoke) : Buffer.from(spokeHex, 'hex');
  for (const frame of protocol.createFramer().push(sent).frames) {
    session = protocol.decode(frame, session, { receivedMs: nowMs, transport: 'tcp' }).session;
  }
  return session;
}

function contextOf(protocol: Protocol, vector: Partial<CommandVector>): WireContext {
  const { uniqueId = '868120145233604', settings = {}, sequence = 1 } = vector;
  return { uniqueId, settings, sequence, nowMs, session: sessionAfter(protocol, vector), transport: 'tcp' };
}

/** Their trackers take words that nothing ends: what the server says is no frame of theirs. */
const bareWords: ReadonlySet<string> = new Set(['xexun']);

/** One whole frame of the protocol, whatever it then means. */
function isOneFrame(protocol: Protocol, bytes: Uint8Array): boolean {
  if (bareWords.has(protocol.name)) return bytes.length > 0;
  const { frames, error } = protocol.createFramer().push(bytes);
  return error === undefined && frames.length === 1 && frames[0]?.length === bytes.length;
}

describe.each(speaking.map((protocol) => [protocol.name, protocol] as const))('%s', (_name, protocol) => {
  const { commands } = protocol;

  test.each(vectorsOf(protocol).map((vector) => [vector.name, vector] as const))(
    '[CMD-05] %s',
    (_title, vector) => {
      const context = contextOf(protocol, vector);
      const encoded = commands.encode(vector.command, context);
      const { hex, text, sms, error } = vector.expect;
      if (error !== undefined) {
        expect(encoded).toMatchObject({ error: { code: error } });
        expect(commands.text(vector.command, context)).toMatchObject({ error: { code: error } });
        return;
      }
      const bytes = 'bytes' in encoded ? Buffer.from(encoded.bytes) : Buffer.alloc(0);
      expect(isOneFrame(protocol, bytes)).toBe(true);
      if (hex !== undefined) expect(bytes.toString('hex')).toBe(hex);
      if (text !== undefined) expect(bytes.toString('latin1')).toBe(text);
      if (sms !== undefined) expect(commands.text(vector.command, context)).toEqual({ text: sms });
    },
  );

  test('[CMD-07] says the block and the release, and never the one for the other', () => {
    // some have their words from the device's settings
    const stop = vectorsOf(protocol).find(({ command, expect: expected }) => {
      return command.type === 'engineStop' && expected.error === undefined;
    });
    const context = contextOf(protocol, stop ?? {});
    const encoded = (type: string) => commands.encode({ type, attributes: {} }, context);
    expect(encoded('engineStop')).toHaveProperty('bytes');
    expect(encoded('engineResume')).toHaveProperty('bytes');
    expect(encoded('engineStop')).not.toEqual(encoded('engineResume'));
  });

  test('[CMD-05] whatever is asked, it never throws, and gives an error or one whole frame', () => {
    fc.assert(
      fc.property(request(commands), (requested) => expectErrorOrFrame(protocol, commands, requested)),
      {
        numRuns: 500,
      },
    );
  });
});

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'binary' }),
);
const names = ['data', 'frequency', 'index', 'server', 'port', 'timezoneName'];
const attributes = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });

function request(commands: CommandEncoder) {
  return fc.record({
    type: fc.oneof(fc.constantFrom<string>(...commands.types, ...commandTypes), fc.string()),
    attributes,
    settings: fc.dictionary(fc.constantFrom('devicePassword', 'gt06.alternative', 'suntech.prefix'), value),
    sequence: fc.nat(),
  });
}

function expectErrorOrFrame(
  protocol: Protocol,
  commands: CommandEncoder,
  {
    type,
    attributes: given,
    settings,
    sequence,
  }: {
    type: string;
    attributes: Record<string, unknown>;
    settings: Record<string, unknown>;
    sequence: number;
  },
): void {
  const command = { type, attributes: given };
  const context = { ...contextOf(protocol, {}), settings, sequence };
  const encoded = commands.encode(command, context);
  if ('error' in encoded) expect(encoded.error.code).not.toBe('');
  else if (type !== 'custom' && settings['suntech.prefix'] === undefined) {
    expect(isOneFrame(protocol, encoded.bytes)).toBe(true);
  }
  commands.text(command, context);
}
