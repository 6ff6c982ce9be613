import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import { notify } from './lan.messages.ts';

const load = () => import('./lan-session.ts');
let running: Awaited<ReturnType<typeof load>>['session'] | undefined;

/** Its code is fetched when somebody first shares: most visits to a desktop never do. */
async function session(): Promise<NonNullable<typeof running>> {
  return (running ??= (await load()).session);
}

const withSession = (act: (current: NonNullable<typeof running>) => void | Promise<void>) =>
  void session()
    .then(act)
    .catch((error: unknown) => notify.prepareFailed(error));

/**
 * Sharing with the local network. Nothing runs, and nothing is shown to anybody, before `start`.
 */
export const lan = {
  /** Hosts this desktop and looks for others. */
  start: (): void => withSession((current) => current.start()),
  /** Hosts as well, once there is something to show. */
  host: (): void => withSession((current) => current.host()),
  stop: (): void => running?.stop(),
  connect: (peer: LanPeer): void => running?.connect(peer),
  disconnect: (peerId: string): void => running?.disconnect(peerId),
  approve: (peerId: string): void => running?.approve(peerId),
  refuse: (peerId: string): void => running?.refuse(peerId),
  drop: (peerId: string): void => running?.drop(peerId),
  setAutoConnect: (on: boolean): void => withSession((current) => current.setAutoConnect(on)),
  rename: (name: string): void => withSession((current) => current.rename(name)),
  /** Corrects the state when an event of a connection was missed. */
  check: (): void => running?.check(),
};
