import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    // One module graph: the server's own code and the routes are bundled together,
    // so that the database, the settings and the jobs exist once in the process.
    ssr: { build: { rollupOptions: { input: "./app/process.server.ts" } } },
  },
});
