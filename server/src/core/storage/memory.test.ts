import { memoryStorage } from '../../../testing/memory-storage.ts';
import { behavesAsObjectStorage } from './object-storage.test-suite.ts';

behavesAsObjectStorage('memory', async () => memoryStorage());
