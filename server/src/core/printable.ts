/** What would steer a terminal, hide or turn letters around is shown as an escape. */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
