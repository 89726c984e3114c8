const columns = ["Date", "Amount", "Text", "Balance"];
const lines = [
  ["12/11/2026", "400.00", "INV-1234", "3120.50"],
  ["13/11/2026", "-62.10", "Sheet music", "3058.40"],
  ["16/11/2026", "90.00", "Ines Osei", "3148.40"],
] as const;

const isFigure = (column: number) => column === 1 || column === 3;
const align = (column: number) => (isFigure(column) ? "pr-6 text-right" : "pr-3 text-left");

export function StatementExample({ className }: { className: string }) {
  return (
    <section
      aria-labelledby="example"
      className={`${className} xl:border-l xl:border-line xl:pl-10`}
    >
      <h2 id="example" className="display-3 mb-3">
        What the file looks like
      </h2>
      <table aria-labelledby="example" className="mb-4 w-full border-y border-brass tabular-nums">
        <thead>
          <tr>
            {columns.map((name, column) => (
              <th
                key={name}
                scope="col"
                className={`${cell} ${align(column)} text-sm font-semibold text-soft`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="text-base">
          {lines.map((line) => (
            <tr key={line[0]} className="border-t border-line">
              {line.map((text, column) => (
                <td key={columns[column]} className={`${cell} ${align(column)}`}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="max-w-prose text-base text-soft">
        CommBank, ANZ, NAB and Westpac files are read as they are. For another bank, you'll say once
        what each column holds.
      </p>
      <h2 className="display-3 mt-8 mb-3">What happens next</h2>
      <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5 text-base marker:text-soft">
        <li>A payment with an invoice's reference and its exact amount is listed as certain.</li>
        <li>For the others, choose the invoice or say that there isn't one.</li>
        <li>Press Book to record a payment. You can undo it.</li>
      </ol>
    </section>
  );
}

const cell = "py-2 last:pr-0 sm:pr-10";
