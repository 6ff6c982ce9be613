const SEPARATORS = ['\t', ',', ';'];

/** The first that stands in the first row, outside quotes. */
function separatorOf(text: string): string {
  const first = (text.split('\n', 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  return SEPARATORS.find((separator) => first.includes(separator)) ?? ',';
}

/** By RFC 4180: a value in quotes may hold separators, lines and doubled quotes. */
export function rowsOf(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  const row: string[] = [];
  let value = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quoted && letter === '"' && text.charAt(at + 1) === '"') value += text.charAt(at++);
    else if (letter === '"' && (quoted || value === '')) quoted = !quoted;
    else if (quoted) value += letter;
    else if (letter === separator || letter === '\n') {
      row.push(value);
      value = '';
      if (letter === '\n') rows.push(row.splice(0));
    } else if (letter !== '\r') value += letter;
  }
  if (value !== '' || row.length > 0) rows.push([...row, value]);
  return rows;
}
