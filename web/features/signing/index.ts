export { SigningApp } from './SigningApp.tsx'
