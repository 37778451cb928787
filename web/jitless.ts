import { z } from 'zod'

// Asked whether it may compile its schemas, the policy of every page would refuse and report it.
z.config({ jitless: true })
