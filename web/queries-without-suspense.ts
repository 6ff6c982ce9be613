import { trimmedModules } from './trimmed-modules.ts';

const pieces = [
  'const isRestoring = useIsRestoring();',
  'const errorResetBoundary = useQueryErrorResetBoundary();',
  'ensureSuspenseTimers(defaultedOptions);',
  'ensurePreventErrorBoundaryRetry(defaultedOptions, errorResetBoundary, query);',
  'useClearResetErrorBoundary(errorResetBoundary);',
  'if (shouldSuspend(defaultedOptions, result)) throw fetchOptimistic(defaultedOptions, observer, errorResetBoundary);',
  /if \(getHasError\(\{[\s\S]*?\}\)\) throw result\.error;/,
];

/**
 * Pages show the errors of their queries themselves, suspend on none and restore none from a
 * storage: 1 kB of every page with lists.
 */
export const queriesWithoutSuspense = () =>
  trimmedModules('queries-without-suspense', {
    '/@tanstack/react-query/build/modern/useBaseQuery.js': [
      ...pieces.map((piece) => [piece, ''] as const),
      ['isRestoring ? "isRestoring" : ', ''],
      ['!isRestoring && subscribed', 'subscribed'],
    ],
  });
