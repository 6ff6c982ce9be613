import { outbox } from '../capture/outbox.ts';
import { allEntries, removeEntry } from '../capture/store.ts';

export async function emptyOutbox(): Promise<void> {
  for (const { id } of await allEntries()) await removeEntry(id);
  outbox.setState(outbox.getInitialState(), true);
}
