import { href, Form, Link, useRevalidator } from "react-router";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import {
  isSetupStep,
  nextStep,
  setupStepNames,
  setupSteps,
  type SetupStep,
  type StepState,
} from "#app/features/setup/model.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { FormFailure, FormMessage, ErrorSummary } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import { LogoControl } from "#app/features/site-editor/logo-control.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { countOf } from "#app/values/wording.ts";
import { setupActions, type SetupState } from "./actions.server.ts";
import { readSetup, type SetupData } from "./load.server.ts";
import { LaunchCheck, SettleStep, Gaps, Links, SampleGroups, ServerNote } from "./parts.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Set-up" };

export function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const asked = new URL(request.url).searchParams.get("step");
  return load("Failed to load the set-up.", async () => {
    const setup = await readSetup(getDb(), by, new Date());
    const open = isSetupStep(asked) || asked === "launch" ? asked : nextStep(setup.states);
    return { setup, open: open ?? "launch" };
  });
}

export const action = answerForms<SetupState>(setupActions);

export const clientAction = showAnswer<SetupState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function SetupPage({
  loaderData: { setup, open },
  actionData,
}: Route.ComponentProps) {
  const answer: SetupState | undefined = actionData;
  const { states } = setup;
  return (
    <div className="max-w-3xl">
      <PageHead title="Set-up">{!setup.isLaunched && <SkipRest />}</PageHead>
      <p className="measure mb-6 text-soft">
        Eight steps to a site that's yours. Each is saved by itself, and you can skip it and come
        back.
      </p>
      <FormFailure state={answer} />
      {answer?.ok && (answer.message ?? answer.notice) && (
        <FormMessage ok>{answer.message ?? answer.notice}</FormMessage>
      )}
      <ol className="mt-6">
        {setupStepNames.map((step, index) => (
          <li key={step} id={`step-${step}`} className="scroll-mt-8 border-t border-line">
            <StepHead
              to={`${href("/admin/start")}?step=${step}#step-${step}`}
              label={`${index + 1}. ${setupSteps[step]}`}
              state={states[step]}
              isOpen={open === step}
            />
            {open === step && (
              <div className="flex flex-col gap-5 pb-8">
                <StepContent key={step} step={step} setup={setup} answer={answer} />
                <SettleStep step={step} />
              </div>
            )}
          </li>
        ))}
        <li id="step-launch" className="scroll-mt-8 border-y border-line">
          <StepHead
            to={`${href("/admin/start")}?step=launch#step-launch`}
            label="Ready to go live?"
            isOpen={open === "launch"}
          />
          {open === "launch" && <LaunchCheck {...setup} />}
        </li>
      </ol>
    </div>
  );
}

type StepProps = { setup: SetupData; answer?: SetupState | undefined };

const document = (name: string) => href("/admin/site/:document", { document: name });

/** What each step is about, and the pages where it is done. */
const introductions: Record<SetupStep, [text: string, ...pages: [label: string, path: string][]]> =
  {
    brand: ["Who you are, in the header, on every page and in every email."],
    colours: ["Pages, emails, documents and this admin have them, in light and in dark."],
    words: [
      "Not everything here is yours? Hide those pages, sections and kinds of session first: what's hidden is " +
        "asked for nowhere. Then write your own words, or keep what's true of you.",
      ["Hide pages and sections", document("visibility")],
      ["Hide kinds of session", `${document("booking")}#kinds`],
    ],
    pictures: [
      "Drawings fill in for your photographs: upload yours, then choose one on each page.",
    ],
    services: [
      "What visitors can book: names, minutes, places and notice, then what sessions and packages cost.",
      ["Services", href("/admin/services")],
      ["Prices and packages", document("prices")],
    ],
    hours: [
      "When you teach, your terms and holidays, and the calendars whose appointments keep a time free.",
      ["Hours", href("/admin/hours")],
      ["Calendars", href("/admin/calendar")],
    ],
    business: [
      "Your legal name, ABN and how you're paid are on every invoice.",
      ["Business details", href("/admin/money/settings")],
    ],
    data: [
      "Clients, appointments and newsletter readers from Acuity, Squarespace, HoneyBook, My Music " +
        "Staff, Mailchimp or any CSV file. Nobody gets an email because of it.",
      ["Import a file", href("/admin/import")],
    ],
  };

function StepContent({ step, setup, answer }: StepProps & { step: SetupStep }) {
  const [text, ...pages] = introductions[step];
  const gaps = setup.gaps.filter(({ where }) => where === step);
  return (
    <>
      <p className="measure">{text}</p>
      {gaps.length > 0 && <Gaps gaps={gaps} />}
      {pages.length > 0 && <Links to={pages} />}
      {step === "brand" && <Brand setup={setup} answer={answer} />}
      {step === "colours" && <Colours setup={setup} />}
      {step === "words" && (
        <SampleGroups groups={setup.words} what="words" none="Every word is yours." />
      )}
      {step === "pictures" && <Pictures setup={setup} />}
      {step === "business" && <Email setup={setup} answer={answer} />}
    </>
  );
}

function Brand({ setup: { brand }, answer }: StepProps) {
  const { revalidate } = useRevalidator();
  if (brand.hasDraft)
    return (
      <>
        <p>Your draft of these isn't public yet. Publish or discard it first.</p>
        <Links to={[["Open your draft", document("site")]]} />
      </>
    );
  const posted = answer?.ok === false && answer.intent === "brand" ? answer : undefined;
  return (
    <Form
      method="post"
      key={brand.version}
      className="flex flex-col gap-5"
      data-loading="Publishing..."
      data-done="Published. Visitors see it now."
    >
      <ErrorSummary errors={posted?.errors ?? {}} />
      <input type="hidden" name="version" value={brand.version} />
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        {brand.fields.map(({ name, label, most, text }) => (
          <Field
            key={name}
            name={name}
            label={label}
            maxLength={most}
            defaultValue={posted?.values?.[name] ?? text}
            error={posted?.errors?.[name]}
          />
        ))}
      </div>
      {brand.logos.map((logo) => (
        <LogoControl
          {...logo}
          key={logo.shape}
          path={`logo.${logo.shape}`}
          error={posted?.errors?.[`logo.${logo.shape}.name`]}
          onReady={() => void revalidate()}
        >
          <Link
            className="link min-h-11 self-start py-2 [@media(scripting:enabled)]:hidden"
            to={`${href("/admin/site/pictures")}?shape=${logo.shape}`}
          >
            Upload a {logo.shape}
          </Link>
        </LogoControl>
      ))}
      <p>
        <SubmitButton name="intent" value="brand">
          Publish and go on
        </SubmitButton>
      </p>
    </Form>
  );
}

function Colours({ setup: { palette, palettes } }: StepProps) {
  return (
    // A whole load: the colours of the page come with its head.
    <Form method="post" reloadDocument className="flex flex-col gap-5">
      <fieldset>
        <legend className="sr-only">Six palettes</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {palettes.map(({ name, label, light, dark }) => (
            <label key={name} className={paletteClass}>
              <input
                type="radio"
                name="palette"
                value={name}
                defaultChecked={name === palette}
                className="size-5 accent-(--fill)"
              />
              <span className="grow">{label}</span>
              <Swatch ground={light.surface} fill={light.accent} line={light.brass} />
              <Swatch ground={dark.surface} fill={dark.fill} line={dark.brass} />
            </label>
          ))}
        </div>
      </fieldset>
      <p>
        <SubmitButton name="intent" value="palette" busy="Publishing...">
          Publish and go on
        </SubmitButton>
      </p>
    </Form>
  );
}

const paletteClass =
  "flex min-h-14 cursor-pointer items-center gap-3 rounded-sm border border-edge px-3 has-checked:border-fill";

/** Attributes, since the page's policy refuses inline styles. */
function Swatch({ ground, fill, line }: Record<"ground" | "fill" | "line", string>) {
  return (
    <svg width="40" height="32" viewBox="0 0 40 32" aria-hidden="true">
      <rect width="40" height="32" rx="3" fill={ground} stroke={line} />
      <rect x="6" y="7" width="28" height="10" rx="2" fill={fill} />
      <rect x="6" y="22" width="28" height="2" fill={line} />
    </svg>
  );
}

function Pictures({ setup: { pictures, shared } }: StepProps) {
  return (
    <>
      <Links
        to={[
          ["Upload photographs", href("/admin/site/pictures")],
          ["Upload your CV as a PDF", href("/admin/site/cv")],
        ]}
      />
      <SampleGroups groups={pictures} what="pictures" none="Every picture is yours." />
      <SharedPicture {...shared} />
    </>
  );
}

function SharedPicture({ left, choices }: SetupData["shared"]) {
  if (left === 0) return null;
  return (
    <Form method="post" className="border-t border-line pt-4" data-loading="Publishing...">
      <p className="measure mb-3">
        {countOf(left, "page")} still {left === 1 ? "shows" : "show"} the sample business name when
        somebody shares a link. One picture can stand for all of them.
      </p>
      {choices.length === 0 ? (
        <p className="text-soft">Upload one for social sharing first, 1200 × 630 pixels or more.</p>
      ) : (
        <>
          <SelectField
            name="picture"
            label="Picture for shared links"
            options={Object.fromEntries(choices.map(({ id, fileName }) => [id, fileName]))}
          />
          <SubmitButton name="intent" value="share" className="button quiet">
            Use it for all
          </SubmitButton>
        </>
      )}
    </Form>
  );
}

const recordBadges: Record<string, [tone: Tone, label: string]> = {
  right: ["good", "Right"],
  missing: ["bad", "Missing"],
  wrong: ["bad", "Wrong"],
  unknown: ["waiting", "Not known"],
};

function Email({ setup: { testEmail, domain, sendsEmail }, answer }: StepProps) {
  return (
    <>
      <p className="measure">
        Now email: send one to yourself, and look up whether {domain} lets your mail service send
        for it.
      </p>
      {testEmail && (
        <p className="text-soft">
          Last test to {testEmail.recipient}, <When at={testEmail.at} />:{" "}
          {emailStateLabels[testEmail.state]}
        </p>
      )}
      {!sendsEmail && <ServerNote>No mail server is set yet, so emails are only saved.</ServerNote>}
      <Form method="post" className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="test" className="button quiet">
          Send me a test email
        </SubmitButton>
        <SubmitButton
          name="intent"
          value="domain"
          className="button quiet"
          data-loading="Looking it up..."
        >
          Look up {domain}
        </SubmitButton>
      </Form>
      {answer?.records && (
        <ul>
          {answer.records.map(({ name, state, what }) => {
            const [tone, label] = recordBadges[state]!;
            return (
              <li key={name} className="border-t border-line py-2 wrap-anywhere">
                <span className="mr-3 font-semibold">{name}</span>
                <Badge tone={tone}>{label}</Badge>
                <p className="text-base text-soft">{what}</p>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function SkipRest() {
  return (
    <Form method="post" data-done="Skipped. You'll find the set-up by searching for it.">
      <SubmitButton name="intent" value="skip-rest" className="link min-h-11 cursor-pointer">
        Skip the rest
      </SubmitButton>
    </Form>
  );
}

type StepHeadProps = {
  to: string;
  label: string;
  state?: StepState | undefined;
  isOpen: boolean;
};

function StepHead({ to, label, state, isOpen }: StepHeadProps) {
  return (
    <h2 className="flex items-center justify-between gap-4 font-sans text-lg">
      <Link
        to={to}
        aria-current={isOpen ? "step" : undefined}
        className={`flex min-h-12 grow items-center hover:text-accent ${isOpen ? "font-semibold" : ""}`}
      >
        {label}
      </Link>
      {state && (
        <Badge tone={state === "done" ? "good" : "quiet"}>
          {state === "done" ? "Done" : "Skipped"}
        </Badge>
      )}
    </h2>
  );
}
