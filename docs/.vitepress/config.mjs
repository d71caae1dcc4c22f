import { defineConfig } from 'vitepress'

const repository = 'https://github.com/freightsdk/freight-sdk-java'

// Pages are written for a forge: links to files outside this folder lead there, and comments are for whoever writes the page.
const asOnTheForge = {
  name: 'as-on-the-forge',
  enforce: 'pre',
  transform: (text, id) =>
    id.endsWith('.md')
      ? text
          .replaceAll('](../', `](${repository}/blob/main/`)
          .replaceAll('](docker/', `](${repository}/blob/main/docs/docker/`)
          .replace(/<!--[\s\S]*?-->/g, '')
      : undefined
}

export default defineConfig({
  title: 'Freight SDK',
  description: 'Java client and in-memory reference server for the Freight Load Tracking Agent API',
  outDir: '../target/site',
  cleanUrls: false,
  lastUpdated: false,
  vite: { plugins: [asOnTheForge] },
  srcExclude: ['docker/**'],
  markdown: { html: false, languageAlias: { Java: 'java' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository }],
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'Errors', link: '/errors' },
      { text: 'Javadoc', link: '/javadoc/', target: '_self' }
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'Getting started', link: '/getting-started' },
          { text: 'Configuration', link: '/configuration' },
          { text: 'Errors, by what you see', link: '/errors' }
        ]
      },
      {
        text: 'Use',
        items: [
          { text: 'What a call can cost', link: '/what-a-call-can-cost' },
          { text: 'Watching and fleets', link: '/watching' },
          { text: 'Tests', link: '/testing' },
          { text: 'The standalone server', link: '/standalone-server' },
          { text: 'Give it to your agent', link: '/give-it-to-your-agent' }
        ]
      },
      {
        text: 'Integrate',
        items: [
          { text: 'Overview and BOM', link: '/integrations' },
          { text: 'Spring Boot', link: '/spring-boot' },
          { text: 'Spring Boot tests', link: '/spring-boot-test' },
          { text: 'Jackson', link: '/jackson' },
          { text: 'Micrometer', link: '/micrometer' },
          { text: 'OpenTelemetry', link: '/opentelemetry' },
          { text: 'Outbox', link: '/outbox' }
        ]
      },
      {
        text: 'Run',
        items: [
          { text: 'Several processes and clocks', link: '/several-processes' },
          { text: 'Logging and metrics', link: '/logging' },
          { text: 'Security and key rotation', link: '/security' },
          { text: 'Proxies and TLS', link: '/proxies-and-tls' },
          { text: 'Module path and native image', link: '/native-image' },
          { text: 'Versions and support', link: '/versioning' }
        ]
      },
      {
        text: 'Understand',
        items: [
          { text: 'Architecture', link: '/architecture' },
          { text: 'How a call works', link: '/how-a-call-works' },
          { text: "The server's choices", link: '/divergences' },
          { text: 'Benchmarks', link: '/benchmarks' },
          { text: 'Growth on paper', link: '/growth' }
        ]
      }
    ],
    footer: { message: 'Apache License 2.0' }
  }
})
