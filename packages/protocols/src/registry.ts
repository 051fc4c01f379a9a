/** Every protocol the product speaks. The server listens, and the simulator checks itself, from this one list. */

import { calamp } from './calamp/calamp.ts';
import { easytrack } from './easytrack/easytrack.ts';
import { gl200 } from './gl200/gl200.ts';
import { gps103 } from './gps103/gps103.ts';
import { gt06 } from './gt06/gt06.ts';
import { h02 } from './h02/h02.ts';
import { jt808 } from './jt808/jt808.ts';
import { meiligao } from './meiligao/meiligao.ts';
import { meitrack } from './meitrack/meitrack.ts';
import { mxt } from './mxt/mxt.ts';
import { osmand } from './osmand/osmand.ts';
import type { Protocol } from './protocol.ts';
import { suntech } from './suntech/suntech.ts';
import { teltonika } from './teltonika/teltonika.ts';
import { tk103 } from './tk103/tk103.ts';
import { totem } from './totem/totem.ts';
import { xexun } from './xexun/xexun.ts';

export const protocols: readonly Protocol[] = Object.freeze([
  calamp,
  easytrack,
  gl200,
  gps103,
  gt06,
  h02,
  jt808,
  meiligao,
  meitrack,
  mxt,
  osmand,
  suntech,
  teltonika,
  tk103,
  totem,
  xexun,
]);
