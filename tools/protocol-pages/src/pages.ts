import { protocols } from '@atalaia/protocols/registry';
import { indexOf, pageOf } from './page.ts';

/** File names below `docs/protocols`, and what each holds. */
export function protocolPages(): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', indexOf(protocols)],
    ...protocols.map((protocol) => [`${protocol.name}.md`, pageOf(protocol)] as const),
  ]);
}
