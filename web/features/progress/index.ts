export const DocumentScreen = (_: Record<string, unknown>) => null
