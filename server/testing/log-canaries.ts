import type { LogSink } from '../src/core/http/server.ts';

/**
 * What no line of a log may contain, whatever happens. Tokens, their hashes and signatures are 43
 * characters of base64url, those of links 22.
 */
const secrets: Readonly<Record<string, RegExp>> = {
  'a token': /(?<![\w-])[\w-]{43}(?![\w-])|clipline_[\w-]{43}/,
  // An id of 22 characters may stand in a line, the address of a link may not.
  'a link': /\/s\/[\w-]{22}(?![\w-])/,
  'an e-mail address': /[\w.+-]+@[\w-]+\.[a-z]{2,}/i,
  'a whole address': /(?<![\d.])(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?!\/24|[\d.])/,
};

/** Shorter ones stand in a line by chance. */
const MIN_PASSWORD_LENGTH = 6;

export function secretIn(line: string, passwords: Iterable<string> = []): string | undefined {
  const found = Object.entries(secrets).find(([, pattern]) => pattern.test(line));
  if (found) return found[0];
  return [...passwords].some(
    (password) => password.length >= MIN_PASSWORD_LENGTH && line.includes(password),
  )
    ? 'a password'
    : undefined;
}

const levels: Readonly<Record<string, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: Infinity,
};
export interface WatchedLog extends LogSink {
  readonly passwords: Set<string>;
  check(): void;
}

/** Keeps every line of a log, and shows those that are at least this important. */
export function watchLog(shown: string): WatchedLog {
  const passwords = new Set<string>();
  const lines: string[] = [];
  return {
    passwords,
    write(line) {
      lines.push(line);
      const { level } = JSON.parse(line) as { level: number };
      if (level >= (levels[shown] ?? 0)) console.log(line.trimEnd());
    },
    check() {
      for (const line of lines) {
        const secret = secretIn(line, passwords);
        if (secret !== undefined) throw new Error(`The log tells ${secret}: ${line}`);
      }
    },
  };
}
