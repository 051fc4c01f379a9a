/** The commands that cut an engine, as the trackers' own words have them, and the answers that trackers give. */

interface BlockCommand {
  readonly pattern: RegExp;
  readonly blocks: boolean;
  readonly answer: string;
}

/** gt06 `RELAY,1#` or `DYD#`; teltonika `setdigout 1`; suntech `ST300CMD;id;02;Enable1`, `CMD;id;04;01`. */
const commands: readonly BlockCommand[] = [
  { pattern: /^(RELAY,1|DYD|STOP)/i, blocks: true, answer: 'DYD=Success!' },
  { pattern: /^(RELAY,0|HFYD|RESUME)/i, blocks: false, answer: 'HFYD=Success!' },
  { pattern: /^setdigout 1/i, blocks: true, answer: 'DOUTs are set to:1' },
  { pattern: /^setdigout 0/i, blocks: false, answer: 'DOUTs are set to:0' },
  { pattern: /Enable1|^CMD;\w+;04;01/i, blocks: true, answer: 'Enable1' },
  { pattern: /Disable1|^CMD;\w+;04;02/i, blocks: false, answer: 'Disable1' },
  { pattern: /^C01,\d+,1/, blocks: true, answer: 'OK' },
  { pattern: /^C01,\d+,0/, blocks: false, answer: 'OK' },
  { pattern: /^8105 f0$/, blocks: true, answer: 'success' },
  { pattern: /^8105 f1$/, blocks: false, answer: 'success' },
  { pattern: /^4115 01|^4114 01/, blocks: true, answer: 'OK' },
  { pattern: /^4115 00|^4114 00/, blocks: false, answer: 'OK' },
  { pattern: /^3,8,\d+$/, blocks: true, answer: 'OK' },
  { pattern: /^3,9,\d+$/, blocks: false, answer: 'OK' },
  { pattern: /^\w+,025,[A-D],1/, blocks: true, answer: '025 OK' },
  { pattern: /^\w+,025,[A-D],0/, blocks: false, answer: '025 OK' },
  { pattern: /^(J|109)$/, blocks: true, answer: 'jt' },
  { pattern: /^(K|110)$/, blocks: false, answer: 'kt' },
  { pattern: /^AV010$/, blocks: true, answer: 'BV010' },
  { pattern: /^AV011$/, blocks: false, answer: 'BV011' },
  { pattern: /^S20,1,1$/, blocks: true, answer: 'OK' },
  { pattern: /^S20,1,0$/, blocks: false, answer: 'OK' },
  { pattern: /^powercar\S* 11$/, blocks: true, answer: 'Stop' },
  { pattern: /^powercar\S* 00$/, blocks: false, answer: 'Resume' },
  { pattern: /^FD,Y1/, blocks: true, answer: 'OK' },
  { pattern: /^FD,Y2/, blocks: false, answer: 'OK' },
  { pattern: /^33 01$/, blocks: true, answer: 'OK' },
  { pattern: /^33 00$/, blocks: false, answer: 'OK' },
  { pattern: /^AT\+GTOUT=[^,]*,1/, blocks: true, answer: 'GTOUT' },
  { pattern: /^AT\+GTOUT=[^,]*,0/, blocks: false, answer: 'GTOUT' },
];

/** What a command does to the engine and the tracker's answer; undefined for a command that is about something else. */
export function blockCommandOf(
  text: string,
): { readonly blocks: boolean; readonly answer: string } | undefined {
  return commands.find(({ pattern }) => pattern.test(text.trim()));
}
