export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status" className="border-l-4 border-brass bg-raised p-4">
      <p className="font-semibold">Your recovery codes</p>
      <p className="text-soft">
        Each signs you in once when you can't use your app or phone. Keep them somewhere safe: they
        won't be shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 pt-3 tabular-nums">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
