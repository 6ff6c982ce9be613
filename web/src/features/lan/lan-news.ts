import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

/** Every toast of the local network. */
export const notify = {
  hostingStarted: (discovering: boolean) =>
    toast.success(m.lan_hosting_started(), discovering ? m.lan_discovery_active() : undefined),
  discoveryActive: () => toast.success(m.lan_discovery_active(), m.lan_discovery_active_text()),
  hostingStopped: () => toast.success(m.lan_hosting_stopped(), m.lan_hosting_stopped_text()),
  nothingToHost: () => toast.error(m.lan_nothing_to_host(), m.lan_nothing_to_host_text()),
  prepareFailed: (error: unknown) => toastFailure(m.lan_prepare_failed(), error),
  hostingFailed: (reason: string | undefined) => toast.error(m.lan_hosting_failed(), reason),

  connected: (name: string, byHand: boolean) =>
    toast.success(m.lan_connected(), name, { news: !byHand }),
  connectionFailed: () => toast.error(m.lan_connection_failed(), m.lan_connection_failed_text()),
  connectFailed: (reason: string | undefined) => toast.error(m.lan_connect_failed(), reason),
  peerLeft: (name: string) =>
    toast.success(m.lan_peer_left(), m.lan_peer_left_text({ name }), { news: true }),
  refused: (name: string) => toast.error(m.lan_connect_failed(), m.lan_refused({ name })),
  asked: (name: string, allow: () => void) =>
    toast.success(m.lan_asked({ name }), undefined, {
      news: true,
      duration: 5000,
      action: { label: m.lan_allow(), onPress: allow },
    }),

  autoConnect: (on: boolean) =>
    on
      ? toast.success(m.lan_auto_connect_enabled(), m.lan_auto_connect_enabled_text())
      : toast.success(m.lan_auto_connect_disabled(), m.lan_auto_connect_disabled_text()),
};
