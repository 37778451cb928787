export const trash = {} as const
