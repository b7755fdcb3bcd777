// A page that fails its test on any console error, uncaught error or failed request, whether or not the test looked.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export async function withPage<Result>(
  browser: Browser,
  body: (page: Page) => Promise<Result>,
  options: BrowserContextOptions = {},
): Promise<Result> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const problems = recordProblems(page);
    let result: Result;
    try {
      result = await body(page);
    } catch (error) {
      // A time-out says little; what the page complained about before says why.
      if (problems.length > 0)
        throw new Error(`The page had problems:\n${problems.join('\n')}`, { cause: error });
      throw error;
    }
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`);
    return result;
  } finally {
    await context.close();
  }
}

function recordProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    // A page that is left cancels what it was still loading.
    const reason = request.failure()?.errorText ?? 'unknown';
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.url()} (${reason})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`request failed: ${response.url()} (${response.status()})`);
  });
  return problems;
}
