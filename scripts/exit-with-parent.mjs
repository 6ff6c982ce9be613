/**
 * Loaded before a command: ends it, as a SIGTERM would, when the launcher is gone. Their pipe
 * closes even at a kill -9.
 */
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const descriptor = process.env['CLIPLINE_PARENT_PIPE'];
if (isMainThread && descriptor) {
  // Processes that the command starts load this file too, and their descriptor is something else.
  delete process.env['CLIPLINE_PARENT_PIPE'];
  const pipe = new Socket({ fd: Number(descriptor), readable: true });
  pipe.on('error', () => {});
  pipe.on('close', () => process.kill(process.pid, 'SIGTERM'));
  pipe.resume();
  pipe.unref();
}
