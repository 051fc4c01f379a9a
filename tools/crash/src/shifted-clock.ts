/** Preloaded into a server: its clock goes wrong by as many ms as the file says that `CLOCK_FILE` names. */
import { readFileSync, watchFile } from 'node:fs';

const file = process.env.CLOCK_FILE;
const Right = Date;
let offMs = 0;
if (file !== undefined) {
  const read = () => {
    offMs = Number(readFileSync(file, 'utf8')) || 0;
  };
  read();
  watchFile(file, { interval: 200, persistent: false }, read);
}
globalThis.Date = new Proxy(Right, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [Right.now() + offMs] : given, newTarget),
  apply: () => new Right(Right.now() + offMs).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => Right.now() + offMs : Reflect.get(target, name, receiver),
});
