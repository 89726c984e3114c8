export default {
  dialect: "postgresql",
  schema: "./app/server/database/tables.server.ts",
  out: "./migrations",
};
