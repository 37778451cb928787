import { ImageIcon } from 'lucide-react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { PictureUpload } from '../signature/index.ts'
import { fieldLabel } from './labels.ts'
import { usePicture } from './picture.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

function ImageFieldInput({ field, onCommit, upload }: FieldInputProps) {
  const words = useWords('fields')
  const url = usePicture(field)
  return (
    <PictureUpload
      label={fieldLabel(field)}
      url={url}
      onFile={async (picture, sent) => onCommit(await (await upload(picture, sent)).whole())}
      failed={(thrown) => words('upload_failed', { why: messageOf(thrown, words('upload_again')) })}
    />
  )
}

export const image: FieldWidget = { icon: ImageIcon, letter: 'M', group: 'fill', Input: ImageFieldInput }
