import { done } from '#contract/envelope'
import {
  type DeliveryRecord,
  deliveriesAnswer,
  type EventSubscription,
  subscriptionsAnswer,
  type WebhookRow,
  webhookAnswer,
} from '#contract/webhooks'
import { http } from '../../http/index.ts'

export type { DeliveryRecord, EventSubscription, WebhookRow }

const AT = '/app/applications/'
const SUBSCRIPTIONS = '/app/event_subscriptions/'
type Scheme = WebhookRow['scheme']

export const fetchWebhook = async (application: string, quiet = false) =>
  (await http.get(`${AT}${application}/webhook`, webhookAnswer, { quiet })).webhook
export const setEndpoint = (application: string, url: string, scheme: Scheme) =>
  http.put(`${AT}${application}/webhook`, webhookAnswer, { data: { url, scheme } })
export const switchWebhook = async (application: string, is_on: boolean) =>
  (await http.put(`${AT}${application}/webhook`, webhookAnswer, { data: { is_on } })).webhook
export const rotateSecret = (application: string) => http.post(`${AT}${application}/webhook/rotate_secret`, webhookAnswer, { data: {} })
export const sendTest = (application: string) => http.post(`${AT}${application}/webhook/test`, done)
export const replayFrom = (application: string, position: number) =>
  http.post(`${AT}${application}/webhook/replay`, done, { data: { position } })
export const fetchDeliveries = (application: string, onlyFailing: boolean, quiet = false) =>
  http.get(`${AT}${application}/deliveries`, deliveriesAnswer, { query: onlyFailing ? { only_failing: 'true' } : {}, quiet })
export const retryDelivery = (application: string, delivery: string) => http.post(`${AT}${application}/deliveries/${delivery}/retry`, done)

export const fetchSubscriptions = async (entity: string): Promise<readonly EventSubscription[]> =>
  (await http.get(SUBSCRIPTIONS, subscriptionsAnswer, { query: { entity_key: entity } })).event_subscriptions
export const saveSubscriptions = async (entity: string, keys: readonly string[]): Promise<readonly EventSubscription[]> =>
  (await http.post(SUBSCRIPTIONS + entity, subscriptionsAnswer, { data: { keys } })).event_subscriptions
