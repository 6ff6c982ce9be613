export type EventOutcome = 'ok' | 'refused' | 'failed' | 'dropped';

/**
 * Hears what goes through the sockets of this node. The names are those of the contract; any other
 * event is `unknown`.
 */
export interface RealtimeWatch {
  answered(event: string, outcome: EventOutcome): void;
  published(event: string): void;
  delivered(event: string): void;
  /** News may have been lost between nodes. */
  missed(): void;
}
