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

/** Tells what is going on when it takes longer than a second. */
export async function telling<T>(
  machine: Pick<Machine, 'stderr'>,
  text: string,
  work: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => say(machine, text), 1000);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
