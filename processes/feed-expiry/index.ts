export { FEED_DAYS, startFeedExpiry } from './feed-expiry.ts'
