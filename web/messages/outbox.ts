export const outbox = {} as const
