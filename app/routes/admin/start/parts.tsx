import { Form, href, Link } from "react-router";
import { FieldedText } from "#app/features/email/admin/fields-in-text.tsx";
import type { Finding } from "#app/features/launch/finding.ts";
import type { SetupStep } from "#app/features/setup/model.ts";
import type { SampleFinding } from "#app/features/site-content/samples.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { FoldedForm } from "#app/ui/admin/folded.tsx";
import { countOf } from "#app/values/wording.ts";
import type { SampleGroup, SetupData } from "./load.server.ts";

/** Their own form's button publishes and goes on: a second press of one like it would settle the next unseen. */
const publishing: ReadonlySet<SetupStep> = new Set(["brand", "colours"]);

/** Without scripts too: each button is a form's value. */
export function SettleStep({ step }: { step: SetupStep }) {
  return (
    <Form method="post" className="flex flex-wrap gap-3" data-done="Saved.">
      <input type="hidden" name="intent" value="settle" />
      <input type="hidden" name="step" value={step} />
      {!publishing.has(step) && (
        <SubmitButton name="state" value="done" className="button quiet">
          Done, next step
        </SubmitButton>
      )}
      <SubmitButton name="state" value="skipped" className="link min-h-11 cursor-pointer">
        Skip for now
      </SubmitButton>
    </Form>
  );
}

export function Links({ to }: { to: readonly (readonly [label: string, path: string])[] }) {
  return (
    <p className="flex flex-wrap gap-3">
      {to.map(([label, path]) => (
        <Link key={path} to={path} className="button quiet">
          {label}
        </Link>
      ))}
    </p>
  );
}

type GroupsProps = { groups: readonly SampleGroup[]; what: "words" | "pictures"; none: string };

/** Page by page: what visitors still see of the samples. */
export function SampleGroups({ groups, what, none }: GroupsProps) {
  if (groups.length === 0) return <p className="font-semibold text-good">{none}</p>;
  const drawn = groups.map(({ document, label, samples, keepable }) => (
    <details key={document} className="border-t border-line">
      <summary className="min-h-11 cursor-pointer py-2">
        <span className="font-semibold">{label}</span>{" "}
        <span className="text-soft">{countOf(samples.length, "sample")}</span>
      </summary>
      <Samples samples={samples} />
      <div className="flex flex-wrap items-center gap-3 py-3">
        <Link className="button quiet" to={href("/admin/site/:document", { document })}>
          Edit {label}
        </Link>
        {keepable > 0 && (
          <Form method="post">
            <input type="hidden" name="document" value={document} />
            <input type="hidden" name="what" value={what} />
            <SubmitButton name="intent" value="keep" className="link min-h-11 cursor-pointer">
              Keep {keepable < samples.length ? `${keepable} of them ` : ""}as {pronoun(keepable)}
              <span className="sr-only"> on {label}</span>
            </SubmitButton>
          </Form>
        )}
      </div>
    </details>
  ));
  return <div>{drawn}</div>;
}

const pronoun = (count: number) => (count === 1 ? "it is" : "they are");

function Samples({ samples }: { samples: readonly SampleFinding[] }) {
  return (
    <ul>
      {samples.map(({ document, path, label, value }) => (
        <li key={`${document}.${path}`} className="border-t border-line py-2 wrap-anywhere">
          <Link className="link" to={`${href("/admin/site/:document", { document })}#${path}`}>
            {label}
          </Link>
          <span className="block text-base text-soft">
            <FieldedText text={value} />
          </span>
        </li>
      ))}
    </ul>
  );
}

type Gap = { what: string; path?: string };

export function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <ul>
      {gaps.map(({ what, path }) => (
        <li
          key={what}
          className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-2"
        >
          <span
            className={`min-w-0 grow basis-60 wrap-anywhere ${/^\S*@/.test(what) ? "" : "first-letter:uppercase"}`}
          >
            {what}
          </span>
          {path && (
            <Link className="button quiet" to={path}>
              Settle this<span className="sr-only">: {what}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What the admin can't change. */
export function ServerNote({ children }: { children: string }) {
  return (
    <p className="measure text-soft">
      {children} Whoever set up the server changes this: with a container in <code>.env</code>, else
      in <code>/etc/site/site.env</code>, as docs/operating.md says.
    </p>
  );
}

const isServers = ({ where, path }: Finding) =>
  !path && (/^[A-Z_]+$/.test(where) || where === "backup");

type LaunchProps = Pick<SetupData, "findings" | "choices" | "samples">;

/** What `npm run launch-check` says, with the page that settles each. */
export function LaunchCheck({ findings, choices, samples }: LaunchProps) {
  const words = samples.filter(({ mayBeMeant }) => !mayBeMeant);
  const figures = samples.filter(({ mayBeMeant }) => mayBeMeant);
  const left = findings.length + words.length;
  return (
    <div className="flex flex-col gap-6 pb-8">
      {left === 0 ? (
        <p className="display-2 text-good">Ready to go live.</p>
      ) : (
        <p className="font-semibold">{left} to settle before going live.</p>
      )}
      <Findings findings={findings.filter((one) => !isServers(one))} />
      {findings.some(isServers) && (
        <section aria-labelledby="on-the-server">
          <h3 id="on-the-server" className="font-sans font-semibold">
            On the server
          </h3>
          <ServerNote>These aren't in the admin.</ServerNote>
          <Findings findings={findings.filter(isServers)} />
        </section>
      )}
      {words.length > 0 && (
        <FoldedForm
          isOpen={false}
          label={`${countOf(words.length, "sample")} that the public still reads`}
        >
          <p className="flex flex-wrap gap-3 py-3">
            <Link className="button quiet" to={`${href("/admin/start")}?step=words#step-words`}>
              Settle the words
            </Link>
            <Link
              className="button quiet"
              to={`${href("/admin/start")}?step=pictures#step-pictures`}
            >
              Settle the pictures
            </Link>
          </p>
          <Samples samples={words} />
        </FoldedForm>
      )}
      <FoldedForm isOpen={false} label="These may be right as they are">
        <Gaps gaps={choices.map(({ where, what }) => ({ what: `${where} ${what}` }))} />
        <Samples samples={figures} />
      </FoldedForm>
    </div>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const gaps = findings.map(({ where, what, path }) => ({
    what: isServers({ where, what }) ? `${where}: ${what}` : what,
    ...(path && { path }),
  }));
  return <Gaps gaps={gaps} />;
}
