/* oxlint-disable react/no-array-index-key -- the pieces of a text have nothing but their places */
import { classNames } from '../../ui/class-names.ts';

const NUMBER = /^[-+]?[\d.,\s\u00a0]*\d[%€$£]?$/;

const CELL = 'border-b border-line py-1.5 pe-8 align-top';

export function Table({ rows: all }: { rows: readonly (readonly string[])[] }) {
  const [header = [], ...rows] = all;
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
