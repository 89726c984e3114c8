/* The site's colours by role; `wine` is what tokens.css says. Each passes tokens.test.ts. */

/** Links, buttons and outlines have one accent on light paper, and two on the dark stage. */
export type LightColours = Record<
  "surface" | "raised" | "field" | "ink" | "soft" | "accent" | "brass" | "line" | "edge",
  string
>;
type Dark = LightColours & { fill: string };
type Palette = { label: string; light: LightColours; dark: Dark };

const wine: Palette = {
  label: "Wine and ivory",
  light: {
    surface: "#faf6ee",
    raised: "#f3ecdf",
    field: "#fffdf8",
    ink: "#221b16",
    soft: "#5c5148",
    accent: "#7a1f35",
    brass: "#a9823f",
    line: "#e2d6c0",
    edge: "#8c7d6b",
  },
  dark: {
    surface: "#15110e",
    raised: "#1f1915",
    field: "#1b1612",
    ink: "#f1e9dc",
    soft: "#b8ab9b",
    accent: "#e39aa4",
    fill: "#84283e",
    brass: "#c9a35c",
    line: "#382e26",
    edge: "#857765",
  },
};

/** Grounds, ink and lines: warm as the wine's, or cool. */
const cool = {
  light: {
    surface: "#f6f7f7",
    raised: "#ebeeef",
    field: "#fdfefe",
    ink: "#181d20",
    soft: "#4a5359",
    line: "#d3d9dc",
    edge: "#74808a",
  },
  dark: {
    surface: "#0f1214",
    raised: "#181c1f",
    field: "#14181a",
    ink: "#e9edef",
    soft: "#a6b0b6",
    line: "#2a3136",
    edge: "#707c84",
  },
};
const green = {
  light: {
    surface: "#f7f7f0",
    raised: "#ecefe2",
    field: "#fefef9",
    ink: "#1a1e17",
    soft: "#4d5547",
    line: "#d6dbc7",
    edge: "#77806b",
  },
  dark: {
    surface: "#10130f",
    raised: "#191d17",
    field: "#151913",
    ink: "#eaeee2",
    soft: "#a9b29f",
    line: "#2d3329",
    edge: "#747d6a",
  },
};

function palette(
  label: string,
  grounds: {
    light: Omit<LightColours, "accent" | "brass">;
    dark: Omit<Dark, "accent" | "fill" | "brass">;
  },
  light: Pick<LightColours, "accent" | "brass">,
  dark: Pick<Dark, "accent" | "fill" | "brass">,
): Palette {
  return { label, light: { ...grounds.light, ...light }, dark: { ...grounds.dark, ...dark } };
}

const palettes = {
  wine,
  forest: palette(
    "Forest and linen",
    green,
    { accent: "#1f5540", brass: "#97853f" },
    { accent: "#8fcdb0", fill: "#1f5a44", brass: "#c2ad62" },
  ),
  midnight: palette(
    "Midnight and paper",
    cool,
    { accent: "#1f3d6e", brass: "#9a8450" },
    { accent: "#9dbce8", fill: "#28467e", brass: "#c4ab6c" },
  ),
  plum: palette(
    "Plum and pearl",
    cool,
    { accent: "#5b2a6b", brass: "#9b7f6a" },
    { accent: "#cfa3e0", fill: "#63326f", brass: "#c6a690" },
  ),
  clay: palette(
    "Clay and sand",
    wine,
    { accent: "#863815", brass: "#8f8046" },
    { accent: "#eba583", fill: "#843a1c", brass: "#bcae72" },
  ),
  slate: palette(
    "Slate and white",
    cool,
    { accent: "#34424d", brass: "#8b8478" },
    { accent: "#b9c8d3", fill: "#3d4d59", brass: "#b3aa9b" },
  ),
} as const satisfies Record<string, Palette>;

export const usualPalette = "wine";
type PaletteName = keyof typeof palettes;
export const paletteNames = Object.keys(palettes) as PaletteName[];
export const paletteLabels: Readonly<Record<string, string>> = Object.fromEntries(
  paletteNames.map((name) => [name, palettes[name].label]),
);

/** The usual one for a name that no release knows any more. */
export function paletteOf(name: string): Palette {
  return Object.hasOwn(palettes, name) ? palettes[name as PaletteName] : wine;
}

const roles = Object.keys(wine.light) as (keyof LightColours)[];

/** By token, in one order: on light paper and on the dark stage. */
export function tokensOf(name: string): [token: string, light: string, dark: string][] {
  const { light, dark } = paletteOf(name);
  return [
    ...roles.map((role): [string, string, string] => [role, light[role], dark[role]]),
    ["fill", light.accent, dark.fill],
  ];
}

/** Empty for the usual palette, which every page's styles have. Stronger than the stylesheet that loads later. */
export function paletteStyles(name: string): string {
  if (paletteOf(name) === wine) return "";
  // Vite writes light-dark() of the stylesheets like this, for browsers that do not know it.
  const tokens = tokensOf(name).map(
    ([token, light, dark]) =>
      `--${token}:var(--lightningcss-light,${light})var(--lightningcss-dark,${dark})`,
  );
  return `@media screen{html:root{${tokens.join(";")}}}`;
}

/** Drawings and emails are drawn in the usual palette. */
export function inPalette(drawn: string, name: string): string {
  if (paletteOf(name) === wine) return drawn;
  const colours = new Map<string, string>();
  for (const [index, [, light, dark]] of tokensOf(usualPalette).entries()) {
    const [, ownLight, ownDark] = tokensOf(name)[index]!;
    colours.set(light, ownLight).set(dark, ownDark);
  }
  return drawn.replace(/#[\da-f]{6}\b/gi, (colour) => colours.get(colour.toLowerCase()) ?? colour);
}
