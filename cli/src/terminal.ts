import type { Machine } from './machine.ts';

const NOT_SHOWN = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Stored text may try to steer the terminal: its control characters are spelled out. */
export const escaped = (text: string): string =>
  text.replace(NOT_SHOWN, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** For standard error, on a line of its own. */
export const say = ({ stderr }: Pick<Machine, 'stderr'>, text: string): void =>
  void stderr.write(`${escaped(text)}\n`);

/** Where it cannot be written, main.ts ends the command: what waits for this goes no further. */
export const print = (
  { stdout }: Pick<Machine, 'stdout'>,
  content: string | Uint8Array,
): Promise<void> =>
  new Promise((resolve) =>
    stdout.write(content, (error) => {
      if (!error) resolve();
    }),
  );

/** Stored text as it is to a pipe; to a terminal escaped, on lines of its own. */
export const printText = (machine: Pick<Machine, 'stdout'>, text: string): Promise<void> =>
  print(
    machine,
    machine.stdout.isTTY ? `${escaped(text)}${text.endsWith('\n') ? '' : '\n'}` : text,
  );

const UNITS = ['B', 'KB', 'MB', 'GB'];
function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${UNITS[unit]}`;
}
function timeText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const PAINT_MS = 250;
const SPEED_OF_MS = 10_000;
const TIME_LEFT_AFTER_MS = 5000;

/** On a terminal, how far the work is that takes longer than a second. */
export function show(
  { stderr }: Pick<Machine, 'stderr'>,
  what: string,
  size: number,
): { readonly at: (bytes: number) => void; readonly end: () => void } {
  const begun = performance.now();
  let [bytes, isShown] = [0, false];
  let samples: { readonly at: number; readonly bytes: number }[] = [];
  function paint() {
    const at = performance.now();
    samples = [...samples.filter((each) => at - each.at <= SPEED_OF_MS), { at, bytes }];
    const [first = { at, bytes }] = samples;
    const speed = ((bytes - first.bytes) / (at - first.at)) * 1000;
    const facts = [
      `${Math.floor((bytes / size) * 100)} %`,
      `${sizeText(bytes)} of ${sizeText(size)}`,
      speed > 0 && `${sizeText(speed)}/s`,
      speed > 0 && at - begun > TIME_LEFT_AFTER_MS && `${timeText((size - bytes) / speed)} left`,
    ];
    const line = `${what}${bytes > 0 ? `: ${facts.filter(Boolean).join(' · ')}` : ' …'}`;
    isShown ||= at - begun >= 1000;
    if (isShown) stderr.write(`\r\u001b[K${escaped(line).slice(0, (stderr.columns ?? 80) - 1)}`);
  }
  const timer = stderr.isTTY ? setInterval(paint, PAINT_MS) : undefined;
  return {
    at: (now) => (bytes = now),
    end() {
      clearInterval(timer);
      if (isShown) stderr.write('\r\u001b[K');
    },
  };
}
