import { Upload as UploadIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import classes from './DropZone.module.css'
import { uploadFiles } from './uploads.ts'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** While it is on the page, PDFs may be dropped anywhere; it outlines its sheet. */
export function DropZone() {
  const words = useWords('uploads')
  const [over, setOver] = useState(false)
  useEffect(() => {
    // Entering a child fires before leaving its parent, so the depth tells when the pointer left the window.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const hover = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      uploadFiles(event.dataTransfer?.files ?? [])
    }
    const leaving = new AbortController()
    const { signal } = leaving
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', hover, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => leaving.abort()
  }, [])
  if (!over) return null
  return (
    <div className={classes.zone} role="status">
      <div className={classes.note}>
        <UploadIcon size={20} aria-hidden />
        <b>{words('drop')}</b>
        <span>{words('drop_hint')}</span>
      </div>
    </div>
  )
}
