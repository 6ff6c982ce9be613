// Preloaded into every measured process: tells its own figures when asked, so that the load
// generator's work is not counted.
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS_PER_MS = 1e6;
const RESOLUTION_MS = 10;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

/** Only Linux tells them as files. */
function descriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function figures() {
  const late = (share: number) =>
    Math.max(0, delays.percentile(share) / NANOSECONDS_PER_MS - RESOLUTION_MS);
  const loop = {
    p50: late(50),
    p99: late(99),
    max: Math.max(0, delays.max / NANOSECONDS_PER_MS - RESOLUTION_MS),
  };
  (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  // The collection just made is our doing.
  setImmediate(() => delays.reset());
  return {
    cpuMicroseconds: cpuMicroseconds(),
    rss,
    held: heapUsed + external,
    descriptors: descriptors(),
    loop,
  };
}

const SAMPLE_MS = 10;
let most = 0;
let sampling: NodeJS.Timeout | undefined;
const sample = () => (most = Math.max(most, process.memoryUsage.rss()));

/**
 * Since it was last asked. What the system keeps of it is no use: a process begins with that of its
 * parent.
 */
function peak(): number {
  sampling ??= setInterval(sample, SAMPLE_MS).unref();
  const answer = sample();
  most = 0;
  return answer;
}

const answers: Record<string, () => unknown> = { figures, cpu: cpuMicroseconds, peak };

process.on('message', (question) => {
  const answer = answers[question as string];
  if (answer) process.send?.(answer());
});
// Being asked is no reason to stay alive.
process.channel?.unref();
