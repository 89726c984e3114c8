/* Inline for apps that drop stylesheets; apps with dark mode replace the colours by class. */

type Role = "surface" | "ink" | "soft" | "link" | "line" | "brass" | "fill" | "onFill";

const light: Record<Role, string> = {
  surface: "#faf6ee",
  ink: "#221b16",
  soft: "#5c5148",
  link: "#7a1f35",
  line: "#e2d6c0",
  brass: "#a9823f",
  fill: "#7a1f35",
  onFill: "#fffaf2",
};

const dark: Record<Role, string> = {
  surface: "#15110e",
  ink: "#f1e9dc",
  soft: "#b8ab9b",
  link: "#e08a9b",
  line: "#382e26",
  brass: "#c9a35c",
  fill: "#8a2a42",
  onFill: "#fffaf2",
};

export const emailColour = light;

const classes = {
  "e-page": { color: "ink", "background-color": "surface" },
  "e-soft": { color: "soft" },
  "e-link": { color: "link" },
  "e-line": { "border-color": "line" },
  "e-brass": { "border-color": "brass" },
  "e-fill": { "background-color": "fill" },
  "e-on-fill": { color: "onFill" },
} as const satisfies Record<string, Record<string, Role>>;

export type EmailClass = keyof typeof classes;

const rules = Object.entries(classes).map(([name, properties]) => {
  const all = Object.entries(properties) as [string, Role][];
  return `.${name}{${all.map(([property, role]) => `${property}:${dark[role]}!important`).join(";")}}`;
});

export const emailStyles =
  ":root{color-scheme:light dark;supported-color-schemes:light dark}" +
  `@media (prefers-color-scheme:dark){${rules.join("")}}`;

export const emailFonts = {
  serif: "Georgia, 'Times New Roman', serif",
  sans: "'Helvetica Neue', Helvetica, Arial, sans-serif",
};
