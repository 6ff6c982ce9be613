/**
 * Who may import whom. docs/architecture.md says why; a new edge is one word in one list. `npm run
 * check` applies these rules.
 */

/** Every server module, with the modules it may import. */
const serverNeighbours = {
  account: ['auth', 'clips', 'rooms', 'desktop', 'files', 'texts', 'trash', 'uploads'],
  auth: [],
  billing: ['auth'],
  clips: ['auth', 'files', 'texts', 'uploads'],
  desktop: ['auth', 'files', 'uploads'],
  devices: ['auth', 'clips'],
  files: ['auth'],
  lan: ['auth', 'desktop'],
  links: ['auth', 'clips', 'files', 'texts', 'uploads'],
  owner: ['account', 'auth', 'files', 'rooms'],
  pairing: ['desktop'],
  rooms: ['auth', 'files', 'texts', 'uploads'],
  texts: ['auth'],
  trash: ['auth', 'clips', 'desktop', 'files', 'rooms', 'texts'],
  uploads: ['files'],
};

/** Features of the web app that may import others; the rest keep to themselves. */
const webNeighbours = {
  account: ['billing', 'confirm', 'devices', 'owner', 'programs', 'trash'],
  auth: ['confirm'],
  clips: ['account', 'billing', 'confirm', 'devices', 'owner'],
  confirm: ['account'],
  desktop: ['billing', 'lan'],
  devices: ['owner'],
  links: ['billing', 'clips'],
  owner: ['account', 'auth'],
  pairing: ['auth'],
  rooms: ['billing', 'devices'],
  share: ['rooms'],
};

/** Folders that features share, the upper layers first: none imports one of its own layer or above. */
const webLayers = [
  ['editing', 'sharing', 'capture', 'offline'],
  ['things'],
  ['live'],
  ['ui'],
  ['(lib|session)'],
];

/** Folders of server/src/core, the upper layers first: none imports a layer above its own. */
const coreLayers = [
  ['http/', 'live/', String.raw`metrics\.ts`],
  ['mail/', String.raw`jobs\.ts`],
  ['db/', 'storage/', String.raw`redis\.ts`],
];

const TEST = String.raw`\.(test|test-suite)\.tsx?$|^(server|web/src)/testing/|^e2e/|^bench/`;
/** The same, for packages: rules see where they were resolved. */
const npm = (/** @type {string} */ names) => `(^|/)node_modules/(${names})/`;

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const between = [
  forbid(
    'contract-stands-alone',
    'Both sides load it: schemas/ stands on zod, the rest on nothing.',
    { path: '^contract/src/', pathNot: TEST },
    { pathNot: ['^contract/src/', npm('zod')] },
  ),
  forbid(
    'zod-in-schemas-only',
    'The constants beside them are loaded by every page.',
    { path: '^contract/src/', pathNot: ['^contract/src/schemas/', TEST] },
    { path: ['^contract/src/schemas/', npm('zod')], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'web-knows-schemas-by-type-only',
    'It calls by name and trusts its own server: a browser never loads zod.',
    { path: '^web/', pathNot: TEST },
    { path: ['^contract/src/schemas/', npm('zod')], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'server-never-imports-web',
    'They meet in the contract.',
    { path: '^server/' },
    { path: '^web/' },
  ),
  forbid(
    'web-never-imports-server',
    'They meet in the contract.',
    { path: '^web/' },
    { path: '^server/' },
  ),
  forbid(
    'web-runs-in-a-browser',
    'Node is not there.',
    { path: '^web/src/', pathNot: [TEST, '^web/src/paraglide/'] },
    { dependencyTypes: ['core'] },
  ),
];

const server = [
  forbid(
    'core-knows-no-product',
    'It would serve any product.',
    { path: '^server/src/core/', pathNot: TEST },
    { path: '^server/src/', pathNot: '^server/src/core/' },
  ),
  ...coreLayers.slice(1).map((layer, below) =>
    forbid(
      `no-upward-import-from-${layer[0]}`,
      'Storage knows no transport.',
      { path: `^server/src/core/(${layer.join('|')})`, pathNot: TEST },
      {
        path: `^server/src/core/(${coreLayers
          .slice(0, below + 1)
          .flat()
          .join('|')})/`,
      },
    ),
  ),
  forbid(
    'configuration-stands-alone',
    'It is parsed before anything else exists.',
    { path: String.raw`^server/src/core/config\.ts$` },
    { path: '^server/src/' },
  ),
  forbid(
    'all-options-are-read-before-the-modules',
    'The environment is read before the program is loaded: of modules only what they read of it.',
    { path: String.raw`^server/src/(config|[^/]+/[^/]+\.options)\.ts$` },
    {
      path: '^server/src/',
      pathNot: String.raw`^server/src/(core/config|[^/]+/[^/]+\.options)\.ts$`,
    },
  ),
  forbid(
    'only-the-top-imports-the-app',
    'app.ts knows every module; none knows it.',
    { path: '^server/src/', pathNot: [TEST, String.raw`^server/src/(main\.ts|commands/)`] },
    { path: String.raw`^server/src/(app|main)\.ts$` },
  ),
  ...Object.entries(serverNeighbours).map(([module, neighbours]) =>
    forbid(
      `neighbours-of-${module}`,
      `${module}/ imports ${neighbours.length > 0 ? neighbours.join(', ') : 'no other module'}.`,
      { path: `^server/src/${module}/`, pathNot: TEST },
      {
        path: '^server/src/[^/]+/',
        pathNot: `^server/src/(${['core', module, ...neighbours].join('|')})/`,
      },
    ),
  ),
  forbid(
    'every-module-is-listed',
    'A module that is not in the list above has no neighbours.',
    {
      path: '^server/src/[^/]+/',
      pathNot: [
        TEST,
        `^server/src/(core|commands|migrations|${Object.keys(serverNeighbours).join('|')})/`,
      ],
    },
    { path: '^server/src/' },
  ),
  forbid(
    'sql-in-queries-only',
    'All SQL is in *.queries.ts, migrations/ and core/db/.',
    {
      pathNot: [TEST, String.raw`\.queries\.ts$`, '^server/src/(migrations|core/db)/'],
    },
    { path: npm('kysely') },
  ),
  forbid(
    'access-is-pure',
    'What someone may do is decided from what was read: *.access.ts loads constants alone.',
    { path: String.raw`^server/src/.*\.access\.ts$`, pathNot: TEST },
    { pathNot: '^contract/src/[^/]+$', dependencyTypesNot: ['type-only'] },
  ),
];

const web = [
  ...Object.entries(webNeighbours).map(([feature, neighbours]) =>
    forbid(
      `feature-neighbours-of-${feature}`,
      `features/${feature} imports ${neighbours.join(', ')}.`,
      { path: `^web/src/features/${feature}/`, pathNot: TEST },
      {
        path: '^web/src/features/',
        pathNot: `^web/src/features/(${[feature, ...neighbours].join('|')})/`,
      },
    ),
  ),
  forbid(
    'features-keep-to-themselves',
    'What two features share belongs to ui, lib or the contract.',
    {
      path: '^web/src/features/([^/]+)/',
      pathNot: [TEST, `^web/src/features/(${Object.keys(webNeighbours).join('|')})/`],
    },
    { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  ),
  forbid(
    'features-never-import-the-shell',
    'The shell mounts features, not the other way round.',
    { path: '^web/src/features/', pathNot: TEST },
    { path: '^web/src/app/' },
  ),
  ...webLayers.flatMap((layer, at) =>
    layer.map((folder) =>
      forbid(
        `${folder}-is-below`,
        `${folder} serves the shell, every feature and the layers above it.`,
        { path: `^web/src/${folder}/`, pathNot: TEST },
        {
          path: `^web/src/(app|features|${
            webLayers
              .slice(0, at + 1)
              .flat()
              .filter((other) => other !== folder)
              .join('|') || 'features'
          })/`,
        },
      ),
    ),
  ),
  forbid(
    'ui-has-no-data',
    'Parts of the interface show what they are given.',
    { path: '^web/src/ui/', pathNot: TEST },
    {
      path: [
        '^contract/',
        '^web/src/(session/|lib/(api|transport))',
        npm('@tanstack/[^/]+|socket.io-client'),
      ],
    },
  ),
];

const everywhere = [
  forbid(
    'socket.io-in-one-place',
    'Only core/live/, web/src/live/socket-connection.ts and cli/src/follow.ts speak it.',
    {
      pathNot: [
        TEST,
        '^server/src/core/live/',
        String.raw`^(web/src/live/socket-connection|cli/src/follow)\.ts$`,
      ],
    },
    { path: npm('socket\\.io[^/]*|@socket\\.io/[^/]+') },
  ),
  forbid(
    'prom-client-in-one-place',
    'core/metrics.ts loads it late.',
    { pathNot: [TEST, String.raw`^server/src/core/metrics\.ts$`] },
    { path: npm('prom-client') },
  ),
  forbid(
    'no-cycles',
    'Two files that need each other are one file, or three.',
    {},
    { circular: true },
  ),
  forbid(
    'no-unresolved-imports',
    'The file or package does not exist.',
    {},
    { couldNotResolve: true },
  ),
  forbid(
    'no-imports-of-tests',
    'What runs in production does not know its tests.',
    { pathNot: TEST },
    { path: TEST },
  ),
  forbid(
    'no-undeclared-packages',
    'Name it in the package.json of the workspace that imports it.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'no-development-packages-in-production',
    'A production install does not have it.',
    { path: '^(contract|server|web)/src/', pathNot: TEST },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
  ),
];

export default {
  forbidden: [...between, ...server, ...web, ...everywhere],
  options: {
    // TypeScript 7 has no parser for other programs to borrow; without this one not a single module
    // would be seen.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
