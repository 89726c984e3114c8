import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { readFileSync } from "node:fs";
import { defineConfig, minifySync, type Plugin, transformWithOxc } from "vite";

/** `x.ts?script` is a module with one function as the text of a script that calls it. It is part of every page's first flight, so it is as short as it can be. */
const modulesAsScripts: Plugin = {
  name: "modules-as-scripts",
  enforce: "pre",
  async load(id) {
    const [file, name] = /^(?:.*\/)?([\w-]+)\.ts\?script$/.exec(id) ?? [];
    if (!file) return null;
    const { code } = await transformWithOxc(
      readFileSync(file.slice(0, -"?script".length), "utf8"),
      `${name}.ts`,
    );
    const { code: script } = minifySync(`${name}.js`, `(${code.replace("export default ", "")})()`);
    return `export default ${JSON.stringify(script)}`;
  },
};

export default defineConfig(({ command }) => ({
  // Settings are the process's: none of `.env` becomes part of a build.
  envDir: false,
  plugins: [modulesAsScripts, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      // One module graph: the server's own code and the routes are bundled together,
      // so that the database, the settings and the jobs exist once in the process.
      build: { rollupOptions: { input: "./app/process.server.ts" } },
      // The packages with them, as far as they are used: a start reads some files instead of thousands, and half the memory.
      // Outside stays what reads files of its own.
      ...(command === "build" && {
        resolve: { noExternal: true, external: ["@electric-sql/pglite"] },
      }),
    },
  },
}));
