import { errors, type Failure } from '@clipline/contract/errors.ts';
import type { FastifyInstance } from 'fastify';

/** What must not be seen outside: where code and data lie, and what they say to each other. */
const INSIDES =
  /node_modules|\bat .+:\d+:\d+|SQLITE_|ECONN|ENOENT|\binsert into\b|\bselect .+ from\b/i;

/**
 * What is wrong with the answer of a failure; undefined when a person can read it, and nothing else
 * in it.
 */
export function failureComplaint(body: string, dataDir: string): string | undefined {
  if (INSIDES.test(body) || body.includes(dataDir)) return 'tells of its insides';
  if (!body.startsWith('{')) return undefined;
  const { error, code } = JSON.parse(body) as { error?: unknown; code?: string };
  if (typeof error !== 'string' || error === '') return 'has no text for a person';
  const isUntold = Object.values(errors).some((each) => 'isTold' in each && each.text === error);
  if (code === undefined && isUntold) return undefined;
  const texts = Object.entries<Failure>(errors)
    .filter(([name, { toldAs }]) => code !== undefined && [name, toldAs].includes(code))
    .map(([, { text }]) => text);
  if (texts.length === 0) return 'has no code of the catalogue';
  const patternOf = (text: string) =>
    text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^]+');
  return texts.some((text) => new RegExp(`^${patternOf(text)}$`).test(error))
    ? undefined
    : 'has another text than the catalogue';
}

export function watchAnswers(server: FastifyInstance, dataDir: string): { check(): void } {
  const complaints: string[] = [];
  server.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    // Readiness is for operators, and names what is wrong by its code.
    if (statusCode < 400 || typeof payload !== 'string' || routeOptions.url === '/readyz') return;
    const complaint = failureComplaint(payload, dataDir);
    if (complaint !== undefined)
      complaints.push(
        `${method} ${routeOptions.url} ${statusCode} ${complaint}: ${payload.slice(0, 500)}`,
      );
  });
  return {
    check() {
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    },
  };
}
