import type { TextVersion, VersionText } from '@clipline/contract/schemas/history.ts';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { fullDate } from '../lib/format.ts';

interface SavedText {
  readonly content: string;
  readonly version: number;
}

export interface TextHistory {
  readonly key: QueryKey;
  readonly now: SavedText & { readonly files: readonly string[] };
  readonly list: (signal: AbortSignal) => Promise<TextVersion[]>;
  readonly read: (version: number, signal: AbortSignal) => Promise<VersionText>;
  /** Left out for who may not change it. Both save over a version that must be the present one. */
  readonly change?: {
    readonly restore: (version: number, over: number) => Promise<SavedText>;
    readonly save: (content: string, over: number) => Promise<unknown>;
  };
  readonly forget?: () => Promise<unknown>;
}

/** Read again with each new text, since the one before is a version then. */
export const useVersions = ({ key, now, list }: TextHistory) =>
  useQuery({
    queryKey: [...key, 'list', now.version],
    queryFn: ({ signal }) => list(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useVersionText = ({ key, read }: TextHistory, version: number) =>
  useQuery({
    queryKey: [...key, 'text', version],
    queryFn: ({ signal }) => read(version, signal),
    // What is past does not change any more.
    staleTime: Infinity,
  });

export const timeOf = ({ savedAt }: TextVersion): string => fullDate(savedAt);
