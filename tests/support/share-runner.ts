import { relative } from 'node:path'
import { type RunnerTestCase, TestRunner, test } from 'vitest'
import { isOutOfTime } from './out-of-time.ts'

/** Plays a share of the long lane: what has not begun when its time is used up is skipped, a file without being loaded. */
export default class ShareRunner extends TestRunner {
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    if (source === 'collect' && isOutOfTime(relative(process.cwd(), path))) return test.skip('the time of this share is used up')
    return super.importFile(path, source)
  }
  override async onBeforeRunTask(task: RunnerTestCase): Promise<void> {
    if (task.mode === 'run' && isOutOfTime(relative(process.cwd(), task.file.filepath))) {
      task.mode = 'skip'
      // What is reported is the result: without one the test would count as passed.
      task.result = { state: 'skip' }
    }
    await super.onBeforeRunTask(task)
  }
}
