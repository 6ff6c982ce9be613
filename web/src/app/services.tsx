import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startSending, wake } from '../capture/sender.ts';
import { refreshLists } from '../features/clips/clips.api.ts';
import { useUser } from '../lib/session.ts';
import { useConnection, useSocketEvent } from '../live/socket.ts';
import { useDebounced } from '../lib/debounce.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { keepsRecent } from '../offline/keep-choice.ts';
import { keepInStep, loseStep } from '../offline/keeper.ts';
import { hearBuild, useReloadWhenLeaving } from './new-build.ts';
import { preloadEntries } from './routes.ts';
import { startWorker } from './service-worker.ts';

/**
 * What goes on behind every page of the signed-in app: what was captured is sent, the browser keeps
 * the app, and a new build is noticed.
 */
export function Services() {
  const client = useQueryClient();
  const userId = useUser()?.id;
  const { state } = useConnection();
  useEffect(() => startSending(() => refreshLists(client)), [client]);
  useEffect(() => {
    if (state === 'connected') wake();
  }, [state, userId]);
  useEffect(() => void keepApp(), []);
  useKeeping(userId, state === 'connected');
  useSocketEvent('app:build', ({ build }) => hearBuild(build));
  useReloadWhenLeaving();
  return null;
}

/**
 * Where no worker keeps the app, this page does: what the navigation leads to is shown also when
 * nothing can be fetched any more.
 */
async function keepApp(): Promise<void> {
  if (!(await startWorker())) whenIdle(preloadEntries);
}

const GATHER_MS = 1000;
/** News that does not pause is not waited out. */
const GATHER_LONGEST_MS = 5000;

/** What this device keeps for reading offline follows what happens on others. */
function useKeeping(userId: string | undefined, connected: boolean): void {
  const keep = () => {
    if (keepsRecent(userId)) void keepInStep();
  };
  const keepAgain = useDebounced(
    () => {
      loseStep();
      keep();
    },
    GATHER_MS,
    { longest: GATHER_LONGEST_MS },
  );
  useEffect(() => {
    if (!connected) return undefined;
    if (keepsRecent(userId)) void keepInStep();
    return loseStep;
  }, [userId, connected]);
  useSocketEvent('clip-update', keepAgain);
}
