/** Every protocol the product speaks. The server listens, and the simulator checks itself, from this one list. */
import { gt06 } from './gt06/gt06.ts';
import { meitrack } from './meitrack/meitrack.ts';
import { osmand } from './osmand/osmand.ts';
import type { Protocol } from './protocol.ts';
import { suntech } from './suntech/suntech.ts';
import { teltonika } from './teltonika/teltonika.ts';

export const protocols: readonly Protocol[] = Object.freeze([gt06, meitrack, osmand, suntech, teltonika]);
