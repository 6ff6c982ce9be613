import type { Plugin } from 'vite';

/** What is replaced in one module of a dependency, in order; each piece must be there. */
export type Trims = readonly (readonly [piece: string | RegExp, replacement: string])[];

/**
 * Takes out of a dependency what this product never runs and no bundler can know to be unused. A
 * release that moved one of the pieces fails the build, so nothing grows back unseen and nothing is
 * cut that has become something else.
 */
export function trimmedModules(name: string, modules: Readonly<Record<string, Trims>>): Plugin {
  const met = new Set<string>();
  let bundlesDependencies = false;
  return {
    name,
    apply: 'build',
    configResolved: (config) => {
      bundlesDependencies = !config.build.ssr;
    },
    transform(code, id) {
      const module = Object.keys(modules).find((end) => id.endsWith(end));
      if (module === undefined) return undefined;
      met.add(module);
      let trimmed = code;
      for (const [piece, replacement] of modules[module]!) {
        const before = trimmed;
        trimmed = trimmed.replace(piece, replacement);
        if (trimmed === before) this.error(`${name}: ${module} no longer has ${String(piece)}`);
      }
      return { code: trimmed, map: null };
    },
    buildEnd(error) {
      const missed = Object.keys(modules).filter((module) => !met.has(module));
      if (bundlesDependencies && !error && missed.length > 0)
        this.error(`${name}: the build has no ${missed.join(', ')}`);
    },
  };
}
