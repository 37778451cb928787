/** Every delay and limit of saving and polling, in milliseconds, with the ledger row that names it. */
export const SAVE = {
  /** D-567 */
  document: 250,
  /** D-568 */
  documentForced: 100,
  /** D-565: moving and resizing. Placing, deleting and all else is saved at once (reading 60). */
  fieldPosition: 1_000,
  /** D-571: a detail that is being edited. */
  signatoryChange: 500,
  /** D-572: everything else about a signatory. */
  signatory: 2_000,
  /** D-574: so many changes in a row postpone a signatory's save, the next one forces it. */
  signatoryDebounces: 10,
  /** D-573: times the number of retries so far. */
  signatoryBackoff: 50,
  /** D-575 */
  signatoryBusy: 3_000,
  /** D-569: the words of a supporting document, while they are edited. */
  appendix: 1_000,
  /** D-570: everything else about one. */
  appendixStopped: 1,
  /** W-295 */
  customField: 1_000,
  /** D-477 */
  fieldsPerCall: 100,
  /** A value that is still being typed waits for a pause, so that the log holds words and not keystrokes. */
  typing: 400,
  typingAtMost: 2_000,
  /** D-527 D-529: a failed call goes out again after this, doubled each time. */
  retry: 500,
  retryAtMost: 15_000,
  /** How long a caller that waits for a save goes on to after a first failure, where there is no second one. */
  patience: 3_000,
  /** D-557: how often a waiting save is looked at, and after how many looks the words change. */
  waitingPoll: 250,
  waitingPolls: 20,
} as const

export const POLL = {
  /** D-577 */
  changes: 30_000,
  /** D-578 */
  document: 60_000,
  /** D-579 */
  documentWhileSigning: 600_000,
  /** File 1 section 9: while converting or loading. */
  converting: 10_000,
  /** After a poll without an answer, doubled each time, at most as long as usual. */
  retry: 2_000,
} as const

/** D-324 */
export const EDITOR_UNDO_DEPTH = 15
/** Reading 57: where nobody says otherwise. */
export const UNDO_DEPTH = 10
