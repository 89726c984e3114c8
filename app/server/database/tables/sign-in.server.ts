import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  assuranceLevels,
  factorTypes,
  subjectKinds,
  userRoles,
} from "#app/server/database/enums.ts";
import { createdAt, id, instant, isOneOf, rowId } from "./columns.server.ts";

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** One-time links that make an owner; only the token's hash is stored. */
export const setupLinks = pgTable("setup_links", {
  tokenHash: text("token_hash").primaryKey(),
  /** Null: asked for when the link is opened. */
  email: text("email"),
  createdAt: createdAt(),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
});

export const users = pgTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  role: text("role", { enum: userRoles }).notNull().default("user"),
  createdAt: createdAt(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  /** Last use of the admin, and the last use before the current visit. */
  seenAt: instant("seen_at"),
  previousVisitAt: instant("previous_visit_at"),
});

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: userId(),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    aal: text("aal", { enum: assuranceLevels }).notNull().default("aal1"),
    /** A text message is no second factor for a session that began with one. */
    signInMethod: text("way").notNull().default(""),
    /** The user asked to stay signed in on this device. */
    kept: boolean("kept").notNull().default(false),
  },
  (table) => [
    index("sessions_of_user").on(table.userId),
    check("sessions_aal_known", isOneOf(table.aal, assuranceLevels)),
  ],
);

export const accounts = pgTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userId(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("accounts_of_user").on(table.userId)],
);

export const verifications = pgTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);

/** Keys are keyed hashes. */
export const attemptCounters = pgTable(
  "rate_limits",
  {
    id: text("id").primaryKey(),
    key: text("key").notNull().unique(),
    count: integer("count").notNull(),
    /** Start of the window, in milliseconds since 1970. */
    lastRequest: bigint("last_request", { mode: "number" }).notNull(),
    endsAt: instant("ends_at").notNull().defaultNow(),
  },
  (table) => [index("rate_limits_end").on(table.endsAt)],
);

/** Only browsers in which a user has signed in completely. */
export const devices = pgTable(
  "devices",
  {
    deviceHash: text("device_hash").notNull(),
    userId: userId(),
    seenAt: instant("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceHash, table.userId] }),
    index("devices_of_user").on(table.userId),
  ],
);

export const signIns = pgTable(
  "sign_ins",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    at: instant("at").notNull().defaultNow(),
    ip: text("address"),
    userAgent: text("user_agent"),
    method: text("way").notNull(),
    deviceHash: text("device_hash").notNull(),
  },
  (table) => [index("sign_ins_of_user").on(table.userId, table.at.desc())],
);

/** They count only once verified. */
export const factors = pgTable(
  "factors",
  {
    id: id(),
    userId: userId(),
    type: text("type", { enum: factorTypes }).notNull(),
    /** The authenticator's, encrypted. */
    secret: text("secret"),
    /** Such as `+61400000000`. */
    phone: text("phone"),
    createdAt: createdAt(),
    verifiedAt: instant("verified_at"),
    /** The last used 30-second step: it and all before are refused. */
    lastStep: integer("last_step").notNull().default(0),
  },
  (table) => [
    index("factors_of_user").on(table.userId),
    uniqueIndex("factors_phone")
      .on(table.phone)
      .where(sql`verified_at is not null`),
    check(
      "factors_type_known",
      sql`(${table.type} = 'totp' and ${table.secret} is not null) or (${table.type} = 'phone' and ${
        table.phone
      } is not null)`,
    ),
  ],
);

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    userId: userId(),
    usedAt: instant("used_at"),
  },
  (table) => [index("recovery_codes_of_user").on(table.userId)],
);

/** One code for each purpose; only hashes are stored. */
export const oneTimeCodes = pgTable("one_time_codes", {
  purpose: text("purpose").primaryKey(),
  codeHash: text("code_hash").notNull(),
  attempts: integer("attempts").notNull().default(0),
  expiresAt: instant("expires_at").notNull(),
});

/** Private keys are encrypted. An old key stays until the tokens that it signed expire. */
export const jwks = pgTable("jwks", {
  id: text("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  privateKey: text("private_key").notNull(),
  createdAt: createdAt(),
  expiresAt: instant("expires_at"),
  alg: text("alg"),
  crv: text("crv"),
});

/** A trigger refuses updates and deletes, except for the erasure of a person's data. */
export const auditEntries = pgTable(
  "activity",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    /** The administrator's email address. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subjectKind: text("subject_kind", {
      enum: subjectKinds,
    }).notNull(),
    subjectId: rowId("subject_id"),
    label: text("label").notNull(),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
  },
  (table) => [
    index("activity_newest").on(table.at, table.id),
    index("activity_of_subject").on(table.subjectId),
  ],
);

/** Private URLs of the exam calendar; only the token's hash is stored. */
export const calendarLinks = pgTable("calendar_links", {
  tokenHash: text("token_hash").primaryKey(),
  createdAt: createdAt(),
  endedAt: instant("ended_at"),
});
