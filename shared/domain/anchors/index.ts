export {
  ANCHORS_STREAM,
  type Anchor,
  type AnchorsCommand,
  type AnchorsFact,
  type AnchorsState,
  anchors,
  EVENTS as ANCHOR_EVENTS,
} from './anchors.ts'
