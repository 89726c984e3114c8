import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./app/server/database/tables.server.ts",
  out: "./migrations",
});
