import { memoryStorage } from './memory.ts';
import { behavesAsObjectStorage } from './object-storage.test-suite.ts';

behavesAsObjectStorage('memory', async () => memoryStorage());
