import { NativeSelect } from '@mantine/core'
import { CHANNELS, type PackSettings, type Signatory } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useMay } from '../../auth/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { Switched } from './Switched.tsx'

/** Without the permission none of it is offered; the server checks it too. */
function useMayConfigure(): boolean {
  return useMay('can_configure_communication_channel')
}

/** Whether it is chosen for each signer how they are written to. */
export function ChannelChoice({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  if (!useMayConfigure()) return null
  return (
    <Switched
      label={words('channel_choice')}
      on={settings.channelConfigurable ?? false}
      onChange={(on) => session.do({ do: 'SetChannelChoice', on })}
    />
  )
}

/** How this signer is written to, where the document offers the choice. */
export function ChannelPicker({ signer }: { readonly signer: Signatory }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const offered = useView((view) => view.settings.channelConfigurable ?? false)
  if (!useMayConfigure() || !offered) return null
  return (
    <NativeSelect
      size="sm"
      label={words('channel')}
      description={signer.channel === 'email' ? null : words('channel_hint')}
      value={signer.channel}
      data={CHANNELS.map((channel) => ({ value: channel, label: words(`channel_${channel}`) }))}
      onChange={({ currentTarget: { value } }) => {
        const channel = CHANNELS.find((each) => each === value)
        if (channel) session.do({ do: 'SetSignatoryChannel', signatory: signer.uuid, channel })
      }}
    />
  )
}
