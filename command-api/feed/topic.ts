import { FEED_CHANNEL } from '#projections/feed'
import { gate } from '../edge/gate.ts'
import { openNotices } from '../live/notices.ts'
import { defineTopic } from '../topic.ts'
import { feedRoutes } from './feed.routes.ts'
import { feedReader } from './feed-reader.ts'

export const feed = defineTopic({
  open({ pool, world, queries, config, onClose }) {
    const feedNews = openNotices(FEED_CHANNEL, pool, world)
    onClose(feedNews.close)
    // Each who waits is an open request that costs next to nothing.
    return { feed: feedReader({ queries, config }), feedNews, waitingGate: gate({ atOnce: 2_000, ofOne: 10 }) }
  },
  routes: [feedRoutes],
})
