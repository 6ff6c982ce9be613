import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

const IMPORT = /^import \* as z from 'zod\/mini';$/m;
/** What makes schemas, or events out of them. */
const makers = new Set(['z', 'line', 'clientEvent', 'acknowledgement']);
/** What a caller reads of an endpoint; the rest is for the server and its description. */
const read = new Set(['method', 'path', 'reply']);

function rootOf(node: ESTree.Expression | ESTree.Super): string | undefined {
  if (node.type === 'CallExpression') return rootOf(node.callee);
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node.name : undefined;
}

/** The contract without schemas: every one is undefined, and an endpoint is its method and path. */
function withoutSchemas(code: string, id: string): string {
  let result = '';
  let done = 0;
  const replace = ({ start, end }: ESTree.Span, replacement: string) => {
    result += code.slice(done, start) + replacement;
    done = end;
  };
  new Visitor({
    CallExpression(call) {
      // A part of what was replaced already.
      if (call.start < done) return;
      const [definition] = call.arguments;
      const maker = rootOf(call);
      if (maker === 'endpoint' && definition?.type === 'ObjectExpression') {
        const kept = definition.properties.filter(
          (property) =>
            property.type === 'Property' &&
            property.key.type === 'Identifier' &&
            read.has(property.key.name) &&
            property.value.type === 'Literal',
        );
        replace(call, `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`);
      } else if (maker !== undefined && makers.has(maker)) replace(call, 'undefined');
    },
  }).visit(parseSync(id, code).program);
  return (result + code.slice(done)).replace(IMPORT, '');
}

/**
 * The web app reads methods, paths and limits from the contract and trusts the answers of its own
 * server: it validates nothing with the schemas. Leaving out zod and what describes the calls saves
 * 12 kB of every first visit.
 */
export function inertSchemas(): Plugin {
  let builds = false;
  let met = false;
  return {
    name: 'inert-schemas',
    enforce: 'pre',
    configResolved: (config) => {
      builds = config.command === 'build';
    },
    transform(code, id) {
      if (!id.includes('/contract/src/') || !IMPORT.test(code)) return undefined;
      met = true;
      const trimmed = withoutSchemas(code, id);
      // Types may name it: they are gone after this.
      if (/\bz\.(?!input|output|infer|Zod)/.test(trimmed)) this.error(`${id} still needs zod`);
      return { code: trimmed, map: null, moduleSideEffects: false };
    },
    buildEnd(error) {
      if (builds && !error && !met)
        this.error('inert-schemas: the contract no longer imports zod as it knows it');
    },
  };
}
