/* oxlint-disable react/no-array-index-key -- the pieces of a text have nothing but their places */
import { classNames } from '../../ui/class-names.ts';

const SEPARATORS = ['\t', ',', ';'];
const NUMBER = /^[-+]?[\d.,\s\u00a0]*\d[%€$£]?$/;

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

const CELL = 'border-b border-line py-1.5 pe-8 align-top';

export function Table({ text }: { text: string }) {
  const [header = [], ...rows] = rowsOf(text);
  return (
    <table className="font-mono text-sm text-ink">
      <thead>
        <tr>
          {header.map((name, index) => (
            <th
              key={index}
              scope="col"
              className={classNames(
                CELL,
                'font-normal text-muted',
                rows.every((row) => NUMBER.test(row[index] ?? '')) ? 'text-end' : 'text-start',
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((value, column) => (
              <td
                key={column}
                className={classNames(CELL, NUMBER.test(value) ? 'text-end' : 'text-start')}
              >
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
