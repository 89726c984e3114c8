import { href, Link } from "react-router";
import { RecoveryCodes } from "#app/features/account/recovery-codes.tsx";

export function NewCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <RecoveryCodes codes={codes} />
      <Link to={href("/admin/account")} className="button">
        I've saved them
      </Link>
    </>
  );
}
