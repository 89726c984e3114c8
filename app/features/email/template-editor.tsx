import { useCallback, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { EmailTemplate } from "./model.ts";
import type { PreviewRecord } from "./preview-records.ts";
import type { StandardTemplate } from "./standard-template.ts";
import { TemplateDialog } from "./template-dialog.tsx";
import { TemplateForm } from "./template-form.tsx";

export function TemplateEditor({
  template,
  ...form
}: {
  template: EmailTemplate | null;
  start: StandardTemplate | null;
  formKey: string;
  previewRecords: readonly PreviewRecord[];
  posted: FormState | undefined;
}) {
  const url = useListUrl();
  const navigate = useNavigate();
  const leave = useCallback(
    () => void navigate(url, { replace: true, preventScrollReset: true }),
    [navigate, url],
  );
  const dialog = useRef<HTMLDialogElement>(null);
  // Closing a dialog, unlike removing it, returns the focus to where it was.
  const close = useCallback(() => dialog.current?.close(), []);
  return (
    <TemplateDialog
      dialog={dialog}
      title={template ? "Edit Template" : "Create New Template"}
      listUrl={url}
      onClose={leave}
    >
      <TemplateForm {...form} template={template} action={url} onSaved={close} />
    </TemplateDialog>
  );
}

function useListUrl(): string {
  const { pathname, search } = useLocation();
  const rest = new URLSearchParams(search);
  for (const opens of ["new", "edit", "from"]) rest.delete(opens);
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}
