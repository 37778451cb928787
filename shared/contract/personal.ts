/** What the sender wrote to everybody, as one of them reads it. */
export const personal = (text: string, name: string): string => text.replaceAll('{name}', () => name)
