/** It never gives up: what somebody was told is deleted must not stay because a disk was full for a day. */
export const FOR_EVER = {
  retries: Number.POSITIVE_INFINITY,
  backoff: { firstSeconds: 2, maxSeconds: 600 },
  concurrency: 1,
  timeoutSeconds: 600,
}
