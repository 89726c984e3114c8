import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { inlineScriptPlugin } from "./app/document/inline-script-plugin.ts";

export default defineConfig(({ command }) => ({
  // Settings belong to the process: nothing of `.env` becomes part of a build.
  envDir: false,
  plugins: [inlineScriptPlugin, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      // One module graph for the server's own code and the routes, so that the database, the settings and the jobs
      // exist once in the process.
      build: { rollupOptions: { input: "./app/process.server.ts" } },
      // Packages are bundled as far as they are used: a start reads some files instead of thousands. PGlite stays
      // outside because it reads files of its own.
      ...(command === "build" && {
        resolve: { noExternal: true, external: ["@electric-sql/pglite"] },
      }),
    },
  },
}));
