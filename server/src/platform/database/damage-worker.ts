import { parentPort, workerData } from 'node:worker_threads';
import { damageOf } from './store-copies.ts';

parentPort?.postMessage(damageOf(workerData as string));
