import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('../../../launch.mjs', import.meta.url));

interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
  readonly errors: string;
}

function decode(args: readonly string[], input: string): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [launcher, 'decode', ...args], (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, lines: stdout.split('\n').slice(0, -1), errors: stderr });
    });
    child.stdin?.end(input);
  });
}

test('each line of input is one line of JSON and nothing else is printed', async () => {
  const lines = ['78780d01012345678901234500018cdd0d0a', '', '787', 'text:\\x78\\x78', 'zz'];
  const ended = await decode(['gt06'], lines.join('\r\n'));
  expect(ended).toMatchObject({ code: 0, errors: '' });
  expect(ended.lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ error: null, messages: [{ kind: 'login', uniqueIds: ['123456789012345'] }] }),
    {
      messages: [],
      replies: [],
      error: { code: 'bad-line', message: expect.stringContaining('no whole bytes') },
    },
    { messages: [], replies: [], error: null },
    { messages: [], replies: [], error: { code: 'bad-line', message: expect.stringContaining('“z”') } },
  ]);
});

test('with --udp each line is a datagram', async () => {
  const datagram =
    '003dcafe0105000f33353230393330383634303336353508010000016b4f815b30010000000000000000000000000000000103021503010101425dbc000001';
  const { lines } = await decode(['teltonika', '--udp'], `${datagram}\n${datagram}\n`);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ error: null, replies: [{ after: 'commit', hex: '0005cafe010501' }] }),
    expect.objectContaining({ error: null }),
  ]);
});

test('a protocol that nobody knows ends it with 2 and the list, without a stack', async () => {
  const ended = await decode(['gt07'], '');
  expect(ended).toMatchObject({ code: 2, lines: [] });
  expect(ended.errors).toMatch(/^atalaia: there is no protocol gt07; there are .*gt06.*xexun\n$/);
  expect(await decode(['gt06', '--udp'], '')).toMatchObject({ code: 2, lines: [] });
});
