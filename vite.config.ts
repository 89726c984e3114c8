import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      // One module graph: the server's own code and the routes are bundled together,
      // so that the database, the settings and the jobs exist once in the process.
      build: { rollupOptions: { input: "./app/process.server.ts" } },
      // The packages with them, as far as they are used: a start reads some files instead of thousands, and half the memory.
      // Outside stay those that read files of their own.
      ...(command === "build" && { resolve: { noExternal: true, external: ["@electric-sql/pglite", "pdfkit"] } }),
    },
  },
}));
