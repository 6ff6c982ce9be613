import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorCode } from '@clipline/contract/errors.ts';
import { isScope, type NeededScope, type Scope, scopes } from '@clipline/contract/scopes.ts';

export const callers = ['anonymous', 'stranger', 'former', 'member', 'owner', 'holder'] as const;
export type Caller = (typeof callers)[number];

export interface AccessRow {
  readonly what: string;
  readonly about: string;
  /** By caller, without those that there are not: a success, or the code of a failure. */
  readonly expected: ReadonlyMap<Caller, string>;
}

const page = path.resolve(import.meta.dirname, '..', '..', 'docs', 'access.md');

export function accessTable(heading: string): AccessRow[] {
  const section =
    readFileSync(page, 'utf8')
      .split(/^## /m)
      .find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const [head, , ...lines] = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  if (
    cells(head ?? '')
      .slice(2)
      .join() !== callers.join()
  )
    throw new Error(`No table of callers under ${heading}`);
  return lines.flatMap((line) => {
    const [calls = '', things = '', ...verdicts] = cells(line);
    const expected = new Map(
      callers
        .map((caller, index) => [caller, verdicts[index] ?? ''] as const)
        .filter(([, answer]) => answer !== '·'),
    );
    return calls
      .split(', ')
      .flatMap((what) => things.split('; ').map((about) => ({ what, about, expected })));
  });
}

export interface TokenColumn {
  readonly caller: 'token' | 'other token';
  readonly held: readonly Scope[];
  readonly refusal?: ErrorCode;
}

/**
 * API tokens of the owner have no column in the page, as the contract says what they may: one that
 * has only what is needed, and one that has all the others.
 */
export function tokenColumns(needed: NeededScope, more?: Scope): TokenColumn[] {
  if (needed === null) return [{ caller: 'token', held: scopes, refusal: 'TOKEN_NOT_ALLOWED' }];
  if (!isScope(needed)) return [{ caller: 'token', held: [scopes[0]] }];
  const isNeeded = (scope: Scope) => scope === needed || scope === more;
  return [
    { caller: 'token', held: scopes.filter(isNeeded) },
    {
      caller: 'other token',
      held: scopes.filter((scope) => !isNeeded(scope)),
      refusal: 'SCOPE_MISSING',
    },
  ];
}
