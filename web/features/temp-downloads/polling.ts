import { HttpOffline } from '../../http/index.ts'

/** Specification file 1, section 9. */
export const POLL_MS = 5_000
export const MOST_POLLS = 1_000

export interface TempDownloadPorts {
  /** Asks for the file to be made, and answers with the key to ask after it by. */
  begin(): Promise<string>
  /** The key of the file, or null while it is being made. */
  ask(key: string): Promise<string | null>
}

/** The key of the file once it is made. Throws where it cannot be made, or is not after the last poll. */
export async function madeFile({ begin, ask }: TempDownloadPorts): Promise<string> {
  const key = await begin()
  for (let polls = 0; polls < MOST_POLLS; polls++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const file = await ask(key).catch(whileOffline)
    if (file !== null) return file
  }
  throw new Error('not made in time')
}

/** A line that drops says nothing of the file. */
function whileOffline(thrown: unknown): null {
  if (thrown instanceof HttpOffline) return null
  throw thrown
}
