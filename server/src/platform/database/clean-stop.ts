import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * What is known of a store before it is opened: `closed` whole by a stop, and untouched since;
 * found whole and then `inUse` until its process ended otherwise; or nothing.
 */
export type Standing = 'closed' | 'inUse' | undefined;

/** Beside the store, from the moment on that it is known to be whole. */
const noteOf = (sqliteFile: string) => `${sqliteFile}.whole`;

/** Whatever writes to the file, copies it or replaces it changes one of these. */
function closedNote(sqliteFile: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(sqliteFile, { bigint: true });
  return ['closed', ino, size, mtimeNs, ctimeNs].join(' ');
}

/** A copy that is put in its place is another file. */
const inUseNote = (sqliteFile: string): string =>
  `in use ${statSync(sqliteFile, { bigint: true }).ino}`;

/** What was written but not yet brought into the file: its process did not end well. */
const hasLog = (sqliteFile: string) => existsSync(`${sqliteFile}-wal`);

function note(sqliteFile: string, text: () => string): void {
  try {
    writeFileSync(noteOf(sqliteFile), text());
  } catch {
    // The next start looks through all of it first.
  }
}

/** Notes that a store, now closed, is whole as it stands there. */
export function noteClosed(sqliteFile: string): void {
  if (hasLog(sqliteFile)) forgetStanding(sqliteFile);
  else note(sqliteFile, () => closedNote(sqliteFile));
}

/** Notes that a store, open now, was whole as it was found. */
export const noteInUse = (sqliteFile: string): void =>
  note(sqliteFile, () => inUseNote(sqliteFile));

/** The next start looks through all of it first. */
export const forgetStanding = (sqliteFile: string): void =>
  rmSync(noteOf(sqliteFile), { force: true });

/** What is noted of a store. The note is taken away: it holds for one start. */
export function takeStanding(sqliteFile: string): Standing {
  if (!existsSync(noteOf(sqliteFile))) return undefined;
  const noted = readFileSync(noteOf(sqliteFile), 'utf8');
  forgetStanding(sqliteFile);
  if (!existsSync(sqliteFile)) return undefined;
  if (noted === inUseNote(sqliteFile)) return 'inUse';
  return !hasLog(sqliteFile) && noted === closedNote(sqliteFile) ? 'closed' : undefined;
}
