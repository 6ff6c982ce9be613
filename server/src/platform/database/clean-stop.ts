import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Beside the store, between a clean stop and the next start. */
const noteOf = (sqliteFile: string) => `${sqliteFile}.whole`;

/** Whatever writes to the file, copies it or replaces it changes one of these. */
function standingOf(sqliteFile: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(sqliteFile, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

/** What was written but not yet brought into the file: its process did not end well. */
const hasLog = (sqliteFile: string) => existsSync(`${sqliteFile}-wal`);

/** Notes that a store, now closed, is whole as it stands there. */
export function noteWhole(sqliteFile: string): void {
  try {
    if (!hasLog(sqliteFile)) writeFileSync(noteOf(sqliteFile), standingOf(sqliteFile));
  } catch {
    // The next start looks through all of it.
  }
}

/**
 * Whether the store stands as it was noted, before it is opened. The note is taken away: the next
 * stop has to be a clean one again.
 */
export function wasLeftWhole(sqliteFile: string): boolean {
  const note = noteOf(sqliteFile);
  if (!existsSync(note)) return false;
  const noted = readFileSync(note, 'utf8');
  rmSync(note);
  return existsSync(sqliteFile) && !hasLog(sqliteFile) && noted === standingOf(sqliteFile);
}
