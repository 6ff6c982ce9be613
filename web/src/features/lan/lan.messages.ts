import { failureText } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';

const why = (error: unknown) => failureText(error, 'Please try again.');

/** Every toast of the local network. */
export const say = {
  hostingStarted: (discovering: boolean) => toast.success('Hosting Started', discovering ? 'LAN Discovery Active' : undefined),
  discoveryActive: () => toast.success('LAN Discovery Active', 'Looking for other devices on your network.'),
  hostingStopped: () => toast.success('Hosting Stopped', 'Other devices no longer see your desktop.'),
  nothingToHost: () => toast.error('No desktop data available to host', 'Add a text or a file, then press Host my desktop.'),
  prepareFailed: (error: unknown) => toast.error('Failed to prepare desktop for sharing', why(error)),
  hostingFailed: (reason: string | undefined) => toast.error('Failed to start hosting', reason),

  connected: (name: string) => toast.success('Connected', name),
  connectionFailed: () => toast.error('Connection Failed', 'Could not connect to peer'),
  connectFailed: (reason: string | undefined) => toast.error('Failed to connect to peer', reason),
  peerLeft: (name: string) => toast.success('Disconnected', `${name} no longer shares its desktop with you.`),
  refused: (name: string) => toast.error('Failed to connect to peer', `${name} did not let this device in.`),
  asked: (name: string, allow: () => void) =>
    toast.success(`${name} wants to see your desktop`, undefined, { duration: 5000, action: { label: 'Allow', onPress: allow } }),

  autoConnect: (on: boolean) =>
    on
      ? toast.success('Auto-Connect Enabled', 'Devices on your network connect as they appear.')
      : toast.success('Auto-Connect Disabled', 'You choose which devices to connect to.'),
};
