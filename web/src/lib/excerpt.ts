/** Enough of a text to know it again, on one line. */
export const excerpt = (text: string, length = 60): string => {
  const line = text.trim().slice(0, 200).replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};
