import './jitless.ts'
import './theme/app-styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { catalogue } from './features/all.ts'
import { monitor } from './monitoring/index.ts'
import { router } from './router.tsx'
import { start } from './start.ts'
import { Providers } from './theme/index.ts'
import { escapeHidesTips, escapeLeavesTheTop } from './ui/index.ts'

monitor({ replays: true })
escapeHidesTips()
escapeLeavesTheTop()
start(
  <Providers messages={catalogue}>
    <RouterProvider router={router} />
  </Providers>,
)
