import { trimmedModules, type Trims } from './trimmed-modules.ts';

const lib = (file: string) => `/react-router/dist/production/lib/${file}`;
/**
 * A name for the React tools, and the reason that unused contexts and components stay in a build.
 */
const displayNames = [/^\w+\.displayName = .*;$/gm, ''] as const;
/** React itself only notes down what these are given. */
const pureCalls = [
  /^(const \w+ = )(React\$1\.(?:createContext|forwardRef|memo)\()/gm,
  '$1/* @__PURE__ */ $2',
] as const;
const unusedClass = (name: string) =>
  [
    new RegExp(`^var ${name} = (class extends React\\$1\\.Component \\{[\\s\\S]*?^\\});`, 'm'),
    `var ${name} = /* @__PURE__ */ (() => $1)();`,
  ] as const;

const modules: Record<string, Trims> = {
  [lib('context.js')]: [displayNames, pureCalls],
  [lib('components.js')]: [pureCalls, unusedClass('AwaitErrorBoundary')],
  [lib('dom/lib.js')]: [
    displayNames,
    pureCalls,
    // Links prefetch nothing by themselves: `preloadPath` of the app does.
    [
      'let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);',
      '',
    ],
    ['...prefetchHandlers,', ''],
    ['ref: mergeRefs(forwardedRef, prefetchRef)', 'ref: forwardedRef'],
    [/return shouldPrefetch && .* : link;/, 'return link;'],
  ],
  [lib('dom/ssr/components.js')]: [displayNames, pureCalls],
  [lib('hooks.js')]: [
    pureCalls,
    unusedClass('RenderErrorBoundary'),
    // Routes here load no data, so none of this ever has a value.
    [
      'React$1.useContext(IsDataRouteContext) ? useNavigateStable() : useNavigateUnstable()',
      'useNavigateUnstable()',
    ],
    [
      'function useRoutesImpl(routes, locationArg, dataRouterOpts) {',
      'function useRoutesImpl(routes, locationArg) {\n\tconst dataRouterOpts = null;',
    ],
    [
      'function _renderMatches(matches, parentMatches = [], dataRouterOpts) {',
      'function _renderMatches(matches, parentMatches = []) {\n\tconst dataRouterOpts = null;',
    ],
    ['let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = null;'],
    ['let errors = dataRouterState?.errors;', 'const errors = null;'],
  ],
};

/**
 * The router's one package serves three kinds of apps; this one declares its routes and fetches its
 * own data. What only the other two need is nearly half of it, 6 kB of every first visit, and is
 * kept in a build by names for the React tools and by branches that are never taken.
 */
export const declarativeRouter = () => trimmedModules('declarative-router', modules);
