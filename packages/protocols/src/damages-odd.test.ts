/** Half of the protocols, so that two workers share the work. */

import { protocols } from './registry.ts';
import { testMutations } from './testing/damage-tests.ts';

testMutations(protocols.filter((_protocol, at) => at % 2 === 1));
