import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { PictureShape } from "#app/server/database/enums.ts";
import { centre, cropOf, type FocusPoint, focusSteps, type Size } from "./model.ts";
import type { PictureSummary } from "./queries.server.ts";

type FocusFieldProps = {
  /** The whole photograph; without it only the sliders show. */
  src?: string;
  shape: PictureShape;
  focus?: FocusPoint;
  prefix: string;
  /** False inside a form that is about something else. */
  isSubmitted?: boolean;
  onChange?: (focus: FocusPoint) => void;
};

const inSteps = (part: number) => Math.round(part * focusSteps);

export function FocusField(props: FocusFieldProps) {
  const { src, shape, focus = centre, prefix, isSubmitted = true, onChange } = props;
  const across = useRef<HTMLInputElement>(null);
  const down = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(focus);
  const read = () => {
    const next = { x: sliderPart(across.current), y: sliderPart(down.current) };
    setAt(next);
    onChange?.(next);
  };
  // Moved before hydration.
  useEffect(() => setAt({ x: sliderPart(across.current), y: sliderPart(down.current) }), []);
  const choose = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    across.current!.value = String(inSteps((event.clientX - box.left) / box.width));
    down.current!.value = String(inSteps((event.clientY - box.top) / box.height));
    read();
  };
  const slider = (name: string, label: string, part: number, ref: typeof across) => (
    <label htmlFor={`${prefix}-${name}`} className="flex flex-col gap-1">
      <span>{label}</span>
      <input
        ref={ref}
        id={`${prefix}-${name}`}
        name={name}
        // An empty `form` attribute belongs to no form.
        form={isSubmitted ? undefined : ""}
        type="range"
        min={0}
        max={focusSteps}
        defaultValue={inSteps(part)}
        onChange={read}
        className="h-11 w-full accent-(--fill)"
      />
    </label>
  );
  return (
    <fieldset className="flex max-w-md flex-col gap-2">
      <legend className="font-semibold">Focus point</legend>
      <p className="text-soft">
        The crop keeps this point in view.
        {src && (
          <span className="[@media(scripting:none)]:hidden">
            {" "}
            Click the picture or use the sliders.
          </span>
        )}
      </p>
      {src && <Photograph src={src} shape={shape} at={at} onClick={choose} />}
      {slider("focusX", "Left to right", focus.x, across)}
      {slider("focusY", "Top to bottom", focus.y, down)}
    </fieldset>
  );
}

const sliderPart = (slider: HTMLInputElement | null) => Number(slider?.value ?? 0) / focusSteps;

type PhotographProps = {
  src: string;
  shape: PictureShape;
  at: FocusPoint;
  onClick: (event: MouseEvent<HTMLElement>) => void;
};

/** Dims what the crop leaves out. The sliders do the same as a click. */
function Photograph({ src, shape, at, onClick }: PhotographProps) {
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const measure = () => {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image.current ?? {};
    if (width > 0) setSize({ width, height });
  };
  // The image may have loaded before hydration.
  useEffect(measure, [src]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="relative w-fit cursor-crosshair" onClick={onClick}>
      <img
        ref={image}
        src={src}
        alt="The whole photograph"
        loading="lazy"
        onLoad={measure}
        className="max-h-96 w-auto max-w-full"
      />
      {size && <Overlay size={size} shape={shape} at={at} />}
    </div>
  );
}

function Overlay({ size, shape, at }: { size: Size; shape: PictureShape; at: FocusPoint }) {
  const { left, top, width, height } = cropOf(size, shape, at);
  const radius = Math.max(size.width, size.height) / 60;
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full"
      viewBox={`0 0 ${size.width} ${size.height}`}
    >
      <path
        fillRule="evenodd"
        fill="black"
        fillOpacity={0.55}
        d={`M0 0H${size.width}V${size.height}H0ZM${left} ${top}h${width}v${height}h-${width}Z`}
      />
      <circle
        cx={at.x * size.width}
        cy={at.y * size.height}
        r={radius}
        fill="none"
        stroke="black"
        strokeWidth={radius / 1.5}
      />
      <circle
        cx={at.x * size.width}
        cy={at.y * size.height}
        r={radius}
        fill="none"
        stroke="white"
        strokeWidth={radius / 3}
      />
    </svg>
  );
}

type PictureProgressProps = { picture: Pick<PictureSummary, "state" | "progress" | "error"> };

export function PictureProgress({ picture: { state, progress, error } }: PictureProgressProps) {
  if (state === "ready") return null;
  if (state === "failed") return <p className="font-semibold text-danger">{error}</p>;
  return (
    <div className="flex flex-col gap-1">
      <progress
        className="w-full max-w-64 accent-(--fill)"
        value={progress}
        max={100}
        aria-label="Preparing"
      />
      <p className="text-soft">Preparing, {progress}%</p>
    </div>
  );
}
