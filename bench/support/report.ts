// Preloaded into every measured process: tells its own figures when asked, so that the load
// generator's work is not counted.
import { readdirSync, readFileSync } from 'node:fs';
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
const sampling: { all?: NodeJS.Timeout; own?: NodeJS.Timeout } = {};
const sample = () => (most = Math.max(most, process.memoryUsage.rss()));

let mostOwn = 0;

/** Resident bytes without files that are mapped, which the system takes back when it needs them. */
function ownBytes(): number {
  try {
    const kilobytes = /RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}

/** The same as `peak`, without mapped files. */
function ownPeak(): number {
  sampling.own ??= setInterval(() => (mostOwn = Math.max(mostOwn, ownBytes())), SAMPLE_MS).unref();
  const answer = Math.max(mostOwn, ownBytes());
  mostOwn = 0;
  return answer;
}

/**
 * Since it was last asked. What the system keeps of it is no use: a process begins with that of its
 * parent.
 */
function peak(): number {
  sampling.all ??= setInterval(sample, SAMPLE_MS).unref();
  const answer = sample();
  most = 0;
  return answer;
}

let longest = 0;
let turnBegan: number | undefined;

function turn(): void {
  const { user, system } = process.threadCpuUsage();
  const now = user + system;
  if (turnBegan !== undefined) longest = Math.max(longest, now - turnBegan);
  turnBegan = now;
  setImmediate(turn).unref();
}

/**
 * The longest turn of the event loop since it was last asked, in µs of its thread's own processor
 * time: what else the machine does is not in it.
 */
function hold(): number {
  if (turnBegan === undefined) turn();
  const answer = longest;
  longest = 0;
  return answer;
}

const answers: Record<string, () => unknown> = {
  figures,
  cpu: cpuMicroseconds,
  peak,
  ownPeak,
  hold,
};

process.on('message', (question) => {
  const answer = answers[question as string];
  if (answer) process.send?.(answer());
});
// Being asked is no reason to stay alive.
process.channel?.unref();
