/** Plays the theft when it is asked for, one at a time: by the command line, or by the button of the administrator. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CalledOut, CallOutAnswer } from '@atalaia/contract/sinisters/call-out';
import { signIn } from '../api-client.ts';
import { demoPassword, operators } from '../company.ts';
import { playTheft } from './play-theft.ts';
import { registerTheft } from './register.ts';
import { driveStolenCar, stolenVehicle } from './stolen-car.ts';

export interface TheftStage {
  /** False where one is under way. */
  play(): boolean;
  /** Where `POST /theft` begins one: 202, or 409 while one is under way. Loopback only. */
  readonly url: string;
  close(): Promise<void>;
}

export interface TheftStageParts {
  readonly baseUrl: string;
  readonly portOffset: number;
  readonly administrator: { readonly email: string; readonly password: string };
  readonly pace: number;
  say(text: string): void;
}

export async function createTheftStage(parts: TheftStageParts): Promise<TheftStage> {
  const ending = new AbortController();
  let playing: Promise<void> | undefined;

  async function run(): Promise<void> {
    const { baseUrl, administrator, portOffset, say, pace } = parts;
    const admin = await signIn(baseUrl, administrator.email, administrator.password);
    const vehicle = stolenVehicle();
    const registered = await registerTheft(admin, vehicle);
    const [operator, , supervisor] = await Promise.all(
      operators.map(({ email }) => signIn(baseUrl, email, demoPassword)),
    );
    if (!operator || !supervisor) throw new Error('the demonstration has no operators');
    const stolen = driveStolenCar(vehicle, { host: '127.0.0.1', portOffset });
    const { signal } = ending;
    const answerCallOut = (token: string, answer: CallOutAnswer) => answerOf(baseUrl, token, answer);
    try {
      await playTheft({
        registered,
        car: stolen.driven,
        operator,
        supervisor,
        answerCallOut,
        pace,
        say,
        signal,
      });
    } finally {
      await stolen.stop();
    }
  }

  function play(): boolean {
    if (playing || ending.signal.aborted) return false;
    playing = run()
      .catch((error: unknown) => {
        if (!ending.signal.aborted)
          parts.say(`The theft ended: ${error instanceof Error ? error.message : error}`);
      })
      .finally(() => {
        playing = undefined;
      });
    return true;
  }

  const server = createServer((request, response) => {
    request.resume();
    const isPlay = request.method === 'POST' && request.url === '/theft';
    response.writeHead(isPlay ? (play() ? 202 : 409) : 404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    play,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      ending.abort();
      server.close();
      await playing;
    },
  };
}

async function answerOf(baseUrl: string, token: string, answer: CallOutAnswer): Promise<CalledOut> {
  const response = await fetch(`${baseUrl}/api/call-outs/${token}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(answer),
  });
  if (!response.ok) throw new Error(`the call-out's answer was refused: ${response.status}`);
  return (await response.json()) as CalledOut;
}
