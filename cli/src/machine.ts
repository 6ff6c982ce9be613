import type { Readable, Writable } from 'node:stream';
import type { SystemClipboard } from './system-clipboard.ts';

/** What a command has of the computer it runs on. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  wait(ms: number): Promise<unknown>;
  clipboard(): SystemClipboard;
}
