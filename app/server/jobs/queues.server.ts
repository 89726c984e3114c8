import type { SignInMessage } from "#app/features/auth/model.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Retried for about two days. */
const persistent = {
  retryLimit: 200,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 15 * minute,
  // Without a heartbeat, the job of a killed process would wait for its expiry.
  heartbeatSeconds: 10,
  expireInSeconds: 2 * minute,
  retentionSeconds: 14 * day,
  deleteAfterSeconds: day,
  notify: true,
};

/** In order of creation: a queue must exist before it is named as a dead letter queue. */
export const queues = {
  "dead-letters": { retryLimit: 200, retryDelay: 30, retentionSeconds: 14 * day },
  letters: { ...persistent, deadLetter: "dead-letters" },
  subscribers: persistent,
  "dead-pictures": { retryLimit: 200, retryDelay: 30, retentionSeconds: 14 * day },
  // Encoding takes seconds, on a busy machine minutes; more retries would help no picture.
  pictures: {
    ...persistent,
    retryLimit: 5,
    expireInSeconds: 5 * minute,
    deadLetter: "dead-pictures",
  },
  "card-pages": persistent,
  "forgotten-members": { ...persistent, deleteAfterSeconds: hour },
  // Short-lived: the user asks again after minutes, and the job holds personal data.
  "sign-in": {
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    heartbeatSeconds: 10,
    expireInSeconds: minute,
    retentionSeconds: 10 * minute,
    deleteAfterSeconds: 10 * minute,
    notify: true,
  },
};

export type QueueName = keyof typeof queues;

/** Stored: a job may outlive the version that wrote it. */
export type JobData = {
  letters: { letterId: string };
  "dead-letters": { letterId: string };
  subscribers: { subscriberId: string };
  pictures: { pictureId: string };
  "dead-pictures": { pictureId: string };
  "card-pages": { sessionId: string };
  "forgotten-members": { memberHash: string };
  "sign-in": SignInMessage;
};

/** Throwing returns the job for a later try. */
export type JobHandler<Name extends QueueName> = (data: JobData[Name]) => Promise<void>;
