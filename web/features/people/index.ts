export const PeopleScreen = (_: Record<string, unknown>) => null
