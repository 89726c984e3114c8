import { useState } from "react";
import type { PictureShape } from "#app/server/database/enums.ts";
import { sendCrop, type SentPicture } from "./send-picture.ts";

type CropAnotherProps = {
  prefix: string;
  shape: PictureShape;
  /** Uploaded pictures of other shapes. */
  others: readonly { name: string; label: string }[];
  onSent: (answer: SentPicture) => void;
};

export function CropAnother({ prefix, shape, others, onSent }: CropAnotherProps) {
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  if (others.length === 0) return null;
  const id = `${prefix}-other`;
  const crop = async () => {
    setBusy(true);
    const answer = await sendCrop(name, { shape });
    setBusy(false);
    setName("");
    onSent(answer);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Or crop one of your other photos
      </label>
      <div className="flex flex-wrap gap-3">
        <select
          id={id}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          className="input min-w-40 flex-1"
        >
          <option value="">Choose one</option>
          {others.map((other) => (
            <option key={other.name} value={other.name}>
              {other.label}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button quiet"
          disabled={name === "" || isBusy}
          onClick={() => void crop()}
        >
          Crop it
        </button>
      </div>
    </div>
  );
}
