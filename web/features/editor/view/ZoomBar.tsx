import { Minus, MoveHorizontal, Plus } from 'lucide-react'
import { useWords } from '../../../messages/index.ts'
import { IconButton } from '../../../ui/index.ts'
import type { Zoom } from '../../pages/index.ts'
import classes from './canvas.module.css'

export function ZoomBar({ zoom }: { readonly zoom: Zoom }) {
  const words = useWords('editor')
  return (
    <fieldset className={`${classes.float} ${classes.zoom}`} data-float aria-label={words('zoom')}>
      <IconButton icon={Minus} name={words('zoomOut')} iconSize={16} onClick={zoom.smaller} />
      <span className={classes.percent} aria-live="polite">
        {zoom.percent} %
      </span>
      <IconButton icon={Plus} name={words('zoomIn')} iconSize={16} onClick={zoom.larger} />
      <span className={classes.rule} />
      <IconButton icon={MoveHorizontal} name={words('fitWidth')} iconSize={16} onClick={zoom.fitWidth} aria-pressed={zoom.fits} />
    </fieldset>
  )
}
