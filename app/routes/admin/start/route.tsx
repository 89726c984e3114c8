import { href } from "react-router";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { isSetupStep, nextStep, setupStepNames, setupSteps } from "#app/features/setup/model.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import type { Route } from "./+types/route";
import { setupActions, type SetupState } from "./actions.server.ts";
import { readSetup } from "./load.server.ts";
import { LaunchCheck, SettleStep, SkipRest, StepHead } from "./parts.tsx";
import { StepContent } from "./steps.tsx";

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
