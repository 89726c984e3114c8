const example = `12/11/2026,400.00,INV-0007,3120.50
13/11/2026,-62.10,Sheet music,3058.40
16/11/2026,90.00,Ines Osei,3148.40`;

/** What is in a file that can be imported, for who has none at hand. */
export function StatementExample({ className }: { className: string }) {
  return (
    <section
      aria-labelledby="example"
      className={`${className} xl:border-l xl:border-line xl:pl-8`}
    >
      <h2 id="example" className="display-3 mb-3">
        What the file looks like
      </h2>
      <pre className="mb-3 border-y border-brass py-3 font-mono text-sm whitespace-pre-wrap">
        {example}
      </pre>
      <p className="max-w-prose text-base text-soft">
        A day, an amount, the bank's text and a balance. Files of CommBank, ANZ, NAB and Westpac are
        read as they are; for another bank you say once what each column holds.
      </p>
    </section>
  );
}
