export const OutboxScreen = (_: Record<string, unknown>) => null
