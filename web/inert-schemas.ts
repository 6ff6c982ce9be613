import type { Plugin } from 'vite';

const INERT = '\0inert-schemas';
const IMPORT = /import \* as z from 'zod\/mini';/;

/**
 * The web app reads methods, paths and limits from the contract and trusts the answers of its own server: it validates nothing with
 * the schemas. Leaving zod out saves 8 kB of every first visit. Whoever does call a schema here hears about it at once.
 */
export function inertSchemas(): Plugin {
  return {
    name: 'inert-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === INERT ? id : undefined),
    load: (id) =>
      id === INERT
        ? `const refuse = () => { throw new Error('The schemas of the contract do not validate in the web app'); };
           export const z = new Proxy(function () {}, {
             get: (_, name) => (/parse/i.test(String(name)) ? refuse : z),
             apply: () => z,
           });`
        : undefined,
    transform(code, id) {
      if (!id.includes('/contract/src/')) return undefined;
      return { code: code.replace(IMPORT, `import { z } from '${INERT}';`), map: null };
    },
  };
}
