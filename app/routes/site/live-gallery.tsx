import { useRef } from "react";
import { ArrowLeft, ArrowRight } from "#app/ui/icons.gen.tsx";
import { content } from "#app/content/content.ts";
import { Picture } from "#app/ui/picture.tsx";

/** Radio buttons and CSS show the chosen picture: this works without scripts and by keyboard. */
export function LiveGallery() {
  const { gallery } = content().livePiano;
  const choices = useRef<HTMLFieldSetElement>(null);
  const step = (by: 1 | -1) => {
    const radios = Array.from(choices.current?.querySelectorAll<HTMLInputElement>("input") ?? []);
    const at = radios.findIndex(({ checked }) => checked);
    const next = radios[(at + by + radios.length) % radios.length];
    if (next) next.checked = true;
  };
  const button =
    "flex size-11 shrink-0 cursor-pointer items-center justify-center " +
    "rounded-full border border-edge hover:text-accent max-sm:hidden";
  return (
    <div className="gallery min-w-0">
      <div className="aspect-3/2 max-h-[calc(100svh-14rem)] w-full overflow-clip rounded-sm bg-raised">
        {gallery.map(({ name, alt }, index) => (
          <div key={index} className={`gallery-picture h-full gallery-picture-${index + 1}`}>
            <Picture
              name={name}
              alt={alt}
              sizes="(min-width: 75rem) 40rem, (min-width: 64rem) 52vw, 92vw"
              priority={index === 0}
              className="size-full object-cover"
            />
          </div>
        ))}
      </div>
      <div className="no-print mt-5 flex items-center gap-5">
        <button type="button" className={button} onClick={() => step(-1)}>
          <ArrowLeft size={18} />
          <span className="sr-only">Previous picture</span>
        </button>
        <fieldset ref={choices} className="grid min-w-0 grow grid-cols-5 gap-3 sm:gap-4">
          <legend className="sr-only">Choose a picture</legend>
          {gallery.map(({ name, alt }, index) => (
            <label key={index} className="gallery-thumb relative cursor-pointer rounded-sm">
              <input
                type="radio"
                name="gallery"
                value={index + 1}
                defaultChecked={index === 0}
                className="sr-only"
              />
              <Picture
                name={name}
                alt={alt}
                sizes="(min-width: 64rem) 9rem, 18vw"
                className="aspect-square w-full rounded-sm object-cover sm:aspect-3/2"
              />
            </label>
          ))}
        </fieldset>
        <button type="button" className={button} onClick={() => step(1)}>
          <ArrowRight size={18} />
          <span className="sr-only">Next picture</span>
        </button>
      </div>
    </div>
  );
}
