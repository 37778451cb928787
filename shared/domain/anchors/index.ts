export {
  ANCHORS_STREAM,
  type Anchor,
  type AnchorsFact,
  type AnchorsState,
  anchorHeads,
  anchors,
  EVENTS as ANCHOR_EVENTS,
  timestampAnchor,
} from './anchors.ts'
