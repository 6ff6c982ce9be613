/** What devices tell while the app is not open there. */
export interface Note {
  /** A newer one of the same tag takes its place. */
  readonly tag: string;
  /** A path of the app. */
  readonly url: string;
  /** A name that people gave, such as of a room; else the product's. */
  readonly title?: string;
  readonly text: 'room' | 'link' | 'unnamed' | 'device';
  /** What the text names. */
  readonly name: string;
}

export interface Notified {
  readonly userIds?: readonly string[];
  readonly sessionId?: string;
}

declare module '../core/app.ts' {
  interface App {
    /** Tells those devices of these people, or the one of this session, that asked for it. */
    readonly notify: (whom: Notified, note: Note) => Promise<void>;
  }
}
