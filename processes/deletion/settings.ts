/** It never gives up: data that was reported as deleted must not stay because a disk was full for a day. */
export const FOR_EVER = {
  retries: Number.POSITIVE_INFINITY,
  backoff: { firstSeconds: 2, maxSeconds: 600 },
  concurrency: 1,
  timeoutSeconds: 600,
}
