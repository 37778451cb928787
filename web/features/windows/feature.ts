import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'
import { CustomForm, CustomInfo, PostSign, Share } from './Windows.tsx'

export const feature: Feature<typeof messages> = {
  name: 'windows',
  messages,
  routes: [
    route({ path: '/share', screen: Share, over: true }),
    route({ path: '/post_sign', screen: PostSign, over: true }),
    route({ path: '/custom_form', screen: CustomForm, over: true }),
    route({ path: '/custom_info', screen: CustomInfo, over: true }),
  ],
}
