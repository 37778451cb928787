export { Answers } from './Answers.tsx'
export { autosave, SAVE_MS, SAVE_NOW_MS, useAutosave } from './autosave.ts'
export { chooseFiles } from './choose-files.ts'
export { copyToClipboard } from './clipboard.ts'
export { Confirmations, confirm } from './confirm.tsx'
export { Dialog, escapeLeavesTheTop, useLeftByEscape, useSending } from './Dialog.tsx'
export { DraftArea, DraftInput, useDraft } from './Draft.tsx'
export { go, hrefOf, VERIFY_PAGE } from './go.ts'
export { Highlighted, matchesIn } from './Highlighted.tsx'
export { IconButton, type IconButtonProps } from './IconButton.tsx'
export { Kbd, MOD } from './Kbd.tsx'
export { LiveDot } from './LiveDot.tsx'
export { type Loaded, Shown, useLoaded } from './Loaded.tsx'
export { Mark } from './Mark.tsx'
export { Messages } from './Messages.tsx'
export { browserMemory, tabMemory } from './memory.ts'
export { initialsOf, SIGNER_COLOURS, signerColour } from './names.ts'
export { noFling } from './no-fling.ts'
export { Panel } from './Panel.tsx'
export { Password } from './Password.tsx'
export { exactTime, RelativeTime, relative, useNow } from './RelativeTime.tsx'
export { SavedState, type SavedStateProps } from './SavedState.tsx'
export { ShortcutSheet } from './ShortcutSheet.tsx'
export { MoreSigners, SignerAvatar, type SignerAvatarProps, TeamAvatar } from './SignerAvatar.tsx'
export { Splash } from './Splash.tsx'
export { Bone, BoneRow, EmptyState, ErrorState, Loading, Stale } from './States.tsx'
export { type ChipStatus, StatusChip } from './StatusChip.tsx'
export {
  CHARACTERS_SECONDS,
  FIELDS_COPIED_SECONDS,
  LOSS_SECONDS,
  MESSAGE_SECONDS,
  type MessageKind,
  NEW_VERSION_SECONDS,
  type SayOptions,
  say,
  UNDO_SECONDS,
} from './say.tsx'
export { Tip } from './Tip.tsx'
export { takesLetters } from './takes-letters.ts'
export { escapeHidesTips } from './tips.ts'
export { watchTouches } from './touches.ts'
export { below, NARROW_BELOW, useNarrow, useTight } from './use-narrow.ts'
export { countInTitle, useTitle } from './use-title.ts'
