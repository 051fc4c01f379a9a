/** Half of the protocols, so that two workers share the work. */
import { testMutations } from './damage-tests.test-support.ts';
import { protocols } from './registry.ts';

testMutations(protocols.filter((_protocol, at) => at % 2 === 1));
