import type { FastifySchemaValidationError } from 'fastify'

// How the library's own sentences begin. Ours are meant for people and stand by themselves.
const LIBRARY = /^(Invalid|Too (small|big)|Unrecognized|Expected)/

/** What is wrong with a request, in a sentence for each of the first few mistakes. Values that were sent are never repeated. */
export function describeIssues(mistakes: readonly Pick<FastifySchemaValidationError, 'instancePath' | 'message'>[], where: string): string {
  const own = mistakes.find(({ message }) => message && !LIBRARY.test(message))
  if (own?.message) return own.message
  const sentences = mistakes.slice(0, 5).map(({ instancePath, message }) => {
    const path = instancePath.split('/').filter(Boolean).join('.')
    return path ? `${path}: ${message ?? 'is not valid'}` : (message ?? 'is not valid')
  })
  const more = mistakes.length > 5 ? ` and ${mistakes.length - 5} more` : ''
  return `The ${where === 'querystring' ? 'query' : where} is not valid: ${sentences.join('; ')}${more}`
}
