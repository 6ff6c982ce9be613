import type { LocalNetwork } from './networks.ts';

/**
 * How a guest stands to a host, for as long as the host shares. 'left' was let in before and may
 * come back; 'dropped' must ask, on a private network too; 'joining' has been let in and waits for
 * the first items.
 */
export type Standing = 'new' | 'waiting' | 'joining' | 'connected' | 'left' | 'dropped' | 'refused';

export type Admission = 'admit' | 'ask' | 'wait' | 'refuse';

/** What becomes of a visitor who wants to see a desktop. */
export function admissionOf(network: Pick<LocalNetwork, 'kind'>, standing: Standing): Admission {
  switch (standing) {
    case 'new':
      return network.kind === 'private' ? 'admit' : 'ask';
    case 'left':
    case 'joining':
    case 'connected':
      return 'admit';
    case 'dropped':
      return 'ask';
    case 'waiting':
      return 'wait';
    case 'refused':
      return 'refuse';
  }
}

/** How a guest stands after going by itself: a visitor who had to ask has to ask again. */
export const afterLeaving = (standing: 'waiting' | 'joining' | 'connected'): Standing =>
  standing === 'waiting' ? 'dropped' : 'left';
