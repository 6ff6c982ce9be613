/** The version that an If-Match header names; undefined where any will do. */
export const versionIn = (ifMatch: string | undefined): number | undefined =>
  ifMatch === undefined || ifMatch === '*' ? undefined : Number(ifMatch.replace(/\D/g, ''));

/** Whether what the caller changes is what there is. */
export const isUpToDate = (ifMatch: string | undefined, version: number): boolean =>
  (versionIn(ifMatch) ?? version) === version;
