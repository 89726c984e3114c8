import type { ReactNode } from "react";

type FoldedFormProps = {
  label: string;
  isOpen: boolean;
  children: ReactNode;
};

export function FoldedForm({ label, isOpen, children }: FoldedFormProps) {
  return (
    <details open={isOpen}>
      <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold hover:text-accent">
        {label}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
