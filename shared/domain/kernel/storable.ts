/** Half a surrogate pair has no UTF-8, and PostgreSQL's jsonb has no NUL: a text with either would not survive being stored. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
