/**
 * `npm run soak`: an everyday load for long, 30 minutes, 200 sockets and 50 requests a second
 * unless told otherwise, and what grew meanwhile. `npm run soak -- --minutes 5 --sockets 50 --rate
 * 20` for another. Ends with 1 when something leaks (growth.ts holds the rule) or a request failed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startLoad } from './support/everyday-load.ts';
import { growthOf, isLeaking, type Sample } from './support/growth.ts';
import { startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';

const MEGABYTE = 1024 ** 2;
const SAMPLES = 60;
const MIN_INTERVAL_S = 1;
const MAX_INTERVAL_S = 15;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    sockets: { type: 'string', default: '200' },
    rate: { type: 'string', default: '50' },
  },
});
const [minutes, sockets, rate] = [values.minutes, values.sockets, values.rate].map(Number) as [
  number,
  number,
  number,
];
if (!(minutes > 0 && sockets >= 0 && rate > 0)) {
  console.error('Usage: npm run soak -- [--minutes 30] [--sockets 200] [--rate 50]');
  process.exit(1);
}

const short = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1));
const tell = ({ second, held, rss, descriptors, loop }: Sample, answered: number) =>
  console.log(
    `  ${String(Math.round(second)).padStart(5)} s · held ${short(held / MEGABYTE)} MB · resident ${short(rss / MEGABYTE)} MB · ` +
      `${descriptors ?? '?'} descriptors · event loop late p50 ${short(loop.p50)}, p99 ${short(loop.p99)}, max ${short(loop.max)} ms · ${answered} answers`,
  );

console.log(`soak: ${minutes} min, ${sockets} sockets, ${rate} requests a second`);
const seeded = await seed({ clips: 1000 });
const server = await startMeasured(
  new URL('../server/src/main.ts', import.meta.url),
  seedEnvironment(seeded),
);
const samples: Sample[] = [];
try {
  const load = await startLoad(server.url, seeded, { sockets, rate });
  const start = performance.now();
  const secondsNow = () => (performance.now() - start) / 1000;
  const interval = Math.min(MAX_INTERVAL_S, Math.max(MIN_INTERVAL_S, (minutes * 60) / SAMPLES));
  while (secondsNow() < minutes * 60) {
    await delay(interval * 1000);
    const figures = await server.figures();
    const sample = { second: secondsNow(), ...figures };
    samples.push(sample);
    tell(sample, load.counts.answered);
  }
  await load.stop();

  const { answered, failed } = load.counts;
  console.log(
    `\n${answered} answers, ${failed} failed${failed > 0 ? `, the last with: ${load.lastFailure()}` : ''}`,
  );
  const growths = growthOf(samples);
  for (const { what, unit, perHour, total, limit } of growths)
    console.log(
      `  ${what}: ${short(total)} ${unit} while judged, at most ${limit} allowed (${short(perHour)} ${unit} an hour)`,
    );
  const leaks = growths.filter(isLeaking);
  console.log(
    leaks.length > 0 ? `Leaking: ${leaks.map(({ what }) => what).join(', ')}` : 'Nothing leaks.',
  );
  if (leaks.length > 0 || failed > 0 || answered === 0) process.exitCode = 1;
} finally {
  await server.stop();
  discard(seeded);
}
