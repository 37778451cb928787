export { webhookNews } from './news.ts'
export { webhooksProcess } from './process.ts'
export { type Feed, type FeedItem, startWebhookSender, type WebhookSender, type WebhookSenderDeps } from './sender.ts'
