export type { Feed, FeedItem } from './endpoint.ts'
export { webhookNews } from './news.ts'
export { webhooksProcess } from './process.ts'
export { startWebhookSender, type WebhookSender, type WebhookSenderDeps } from './sender.ts'
