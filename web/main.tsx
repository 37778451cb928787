import './theme/app-styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { catalogue } from './features/all.ts'
import { monitor } from './monitoring/index.ts'
import { router } from './router.tsx'
import { Providers } from './theme/index.ts'
import { escapeHidesTips, escapeLeavesTheTop } from './ui/index.ts'

monitor({ replays: true })
escapeHidesTips()
escapeLeavesTheTop()
createRoot(document.getElementById('root')!).render(
  <Providers messages={catalogue}>
    <RouterProvider router={router} />
  </Providers>,
)
