import { PAIR_JOINED_SECONDS, PAIR_POLL_SECONDS, PAIR_SECONDS } from '@clipline/contract/limits.ts';
import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, hasCode } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import { readJson, tabStorage } from '../../lib/storage.ts';

export interface Opened extends ReplyOf<Calls['POST /pair']> {
  readonly at: number;
  /** A decision whose answer was lost is made once. */
  readonly attempt: string;
}

export interface Joined extends ReplyOf<Calls['POST /pair/join']> {
  readonly at: number;
  /** What was scanned; null for a code that was typed. */
  readonly token: string | null;
}

export type Step =
  | { readonly is: 'start'; readonly said?: string }
  | { readonly is: 'scanned'; readonly token: string }
  | { readonly is: 'opened'; readonly opened: Opened }
  | { readonly is: 'joined'; readonly joined: Joined };

const KEPT = 'clipline:pairing';

/** A reload, as phones do by themselves, loses nothing. */
export function firstStep(token: string | null): Step {
  const kept = readJson(KEPT, tabStorage) as Exclude<Step, { is: 'start' | 'scanned' }> | null;
  const begun = kept?.is === 'opened' ? kept.opened : kept?.joined;
  const isGood =
    begun !== undefined && Date.now() - begun.at < (PAIR_SECONDS + PAIR_JOINED_SECONDS) * 1000;
  const isMeant = token === null || (kept?.is === 'joined' && kept.joined.token === token);
  if (kept && isGood && isMeant) return kept;
  return token === null ? { is: 'start' } : { is: 'scanned', token };
}

export function keep(step: Step): void {
  if (step.is === 'start') tabStorage.remove(KEPT);
  else tabStorage.set(KEPT, JSON.stringify(step));
}

/** No call of a pairing says who is signed in. */
export async function showCode(): Promise<Step> {
  const made = await call('POST /pair', { withoutSession: true, needs: ['id', 'code'] });
  return { is: 'opened', opened: { ...made, at: Date.now(), attempt: randomId() } };
}

export async function join(by: { code: string } | { token: string }): Promise<Step> {
  const made = await call('POST /pair/join', { withoutSession: true, needs: ['claim'], body: by });
  const token = 'token' in by ? by.token : null;
  return { is: 'joined', joined: { ...made, at: Date.now(), token } };
}

export const isOver = (error: unknown): boolean =>
  (error instanceof ApiError && error.status === 404) || hasCode(error, 'EXPIRED_TOKEN');
export const isRefused = (error: unknown): boolean => hasCode(error, 'ACCESS_DENIED');

interface Answer<T> {
  readonly data?: T;
  /** Of the last time that it asked. */
  readonly error?: unknown;
}

/** Asks how it stands every two seconds, until it is over. The page has no cache of reads. */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  follow: (answer: Answer<T>) => void,
): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const askNow = useEffectEvent(ask);
  const followNow = useEffectEvent(follow);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const go = async () => {
      let error: unknown = null;
      const data = await askNow(leaving.signal).catch((failure: unknown) => {
        error = failure;
        return undefined;
      });
      if (leaving.signal.aborted) return;
      setAnswer((known) => ({ data: data ?? known.data, error }) as Answer<T>);
      followNow({ ...(data !== undefined && { data }), error });
      if (isOver(error) || isRefused(error)) return;
      timer = setTimeout(() => void go(), PAIR_POLL_SECONDS * 1000);
    };
    void go();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, []);
  return answer;
}

export function useEnter(): (paired: { readonly shareToken: string }) => void {
  const navigate = useNavigate();
  return ({ shareToken }) => {
    keep({ is: 'start' });
    void navigate(`/desktop/shared/${shareToken}`, { replace: true, state: { paired: true } });
  };
}
