import './stacks.mjs';
import '../../apps/server/src/main.ts';
