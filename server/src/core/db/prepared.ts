import type { Compilable, CompiledQuery } from 'kysely';
import { type Db, type Engine, engineOf } from './database.ts';

class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

export const preparedTexts = new Map<string, number>();

/**
 * Building and compiling a query costs more than SQLite takes to answer it: once for each engine.
 * The arguments may only be values of it, no list and not undefined.
 */
export function prepared<A extends readonly unknown[], R>(
  build: (db: Db, ...args: A) => Compilable<R>,
): (db: Db, ...args: A) => Promise<R[]> {
  const templates: Partial<Record<Engine, CompiledQuery<R>>> = {};
  const compile = (db: Db) => {
    const placeholders: readonly unknown[] = Array.from(
      { length: build.length - 1 },
      (_, index) => new Placeholder(index),
    );
    const compiled = build(db, ...(placeholders as A)).compile();
    if (engineOf(db) === 'postgres' && !preparedTexts.has(compiled.sql))
      preparedTexts.set(compiled.sql, preparedTexts.size);
    return compiled;
  };
  return async (db, ...args) => {
    const template = (templates[engineOf(db)] ??= compile(db));
    const parameters = template.parameters.map((value) =>
      value instanceof Placeholder ? args[value.index] : value,
    );
    const { rows } = await db.executeQuery<R>({ ...template, parameters });
    return rows;
  };
}

export function preparedOne<A extends readonly unknown[], R>(
  build: (db: Db, ...args: A) => Compilable<R>,
): (db: Db, ...args: A) => Promise<R | undefined> {
  const ask = prepared(build);
  return async (db, ...args) => (await ask(db, ...args))[0];
}
