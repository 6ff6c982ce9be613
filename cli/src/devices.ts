import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { Device, SentClip } from '@clipline/contract/schemas/devices.ts';
import { answered, asJson, json, type Server } from './api.ts';
import { Failure, NOTHING_FOUND } from './failure.ts';
import { newKey } from './names.ts';

/** The id of a device of mine by its name, whatever its case; of two the one seen last. */
export async function deviceNamed(server: Server, name: string): Promise<string> {
  const devices = await json<Device[]>(server, 'GET', '/devices', Array.isArray);
  const wanted = name.trim().toLowerCase();
  // The server has those seen last first.
  const found = devices.find((device) => device.name.toLowerCase() === wanted);
  if (found) return found.id;
  const names = devices.map((device) => device.name).join(', ');
  throw new Failure(`No device of yours is called ${name}. There are: ${names}`, NOTHING_FOUND);
}

export async function sendTo(server: Server, deviceId: string, clipId: string): Promise<void> {
  await json<{ id: string }>(server, 'POST', `/devices/${deviceId}/send`, ({ id }) => id, {
    ...asJson({ clipId }),
    headers: { 'idempotency-key': newKey() },
  });
}

export type Sent = Pick<SentClip, 'id' | 'from'> & { readonly clip: Clip | null };

/** What was sent to this program and it has not seen, the oldest first. */
export const inbox = async (server: Server): Promise<Sent[]> =>
  (await json<SentClip[]>(server, 'GET', '/devices/inbox', Array.isArray)).toReversed();

export async function markSeen(server: Server, id: string): Promise<void> {
  const path = `/devices/inbox/${encodeURIComponent(id)}/seen`;
  await answered(server, 'POST', path, async () => true);
}
