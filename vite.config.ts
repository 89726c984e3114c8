import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { inlineScriptPlugin } from "./app/document/inline-script-plugin.ts";

/** One letter beyond ASCII makes the process keep all of a file's text in twice its memory. */
const asciiPlugin: Plugin = {
  name: "ascii",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk") chunk.code = chunk.code.replace(/\\*[^\0-\x7f]/g, escaped);
  },
};

/** In a regular expression it may be escaped already. */
function escaped(found: string): string {
  const backslashes = found.slice(0, -1);
  const code = found
    .charCodeAt(found.length - 1)
    .toString(16)
    .padStart(4, "0");
  return `${backslashes.slice(backslashes.length % 2)}\\u${code}`;
}

export default defineConfig(({ command }) => ({
  // Settings belong to the process: nothing of `.env` becomes part of a build.
  envDir: false,
  plugins: [inlineScriptPlugin, asciiPlugin, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    ssr: {
      // One module graph for the server's own code and the routes, so that the database, the settings and the jobs
      // exist once in the process.
      build: { rollupOptions: { input: "./app/process.server.ts" } },
      // Packages are bundled as far as they are used: a start reads some files instead of thousands. PGlite stays
      // outside because it reads files of its own.
      ...(command === "build" && {
        resolve: { noExternal: true, external: ["@electric-sql/pglite"] },
        // Else React's development builds come along.
        define: { "process.env.NODE_ENV": '"production"' },
      }),
    },
  },
}));
