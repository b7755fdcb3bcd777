// Contrasts of text, by the formula of WCAG 2.2.
import type { Page } from 'playwright-core';

/** Each text on the page that stands out from what is behind it by less than `least`, with its contrast. */
export function lowContrasts(page: Page, least: number): Promise<string[]> {
  return page.evaluate((limit) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    // Whatever notation a colour has, a pixel of it is red, green, blue and opacity.
    const pixel = (colour: string): number[] => {
      if (!context) return [0, 0, 0, 1];
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
    };
    const over = (top: number[], below: number[]) =>
      [0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3]));
    const behind = (element: Element | null): number[] => {
      if (element === null) return pixel(getComputedStyle(document.body).backgroundColor).slice(0, 3);
      const own = pixel(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own.slice(0, 3) : over(own, behind(element.parentElement));
    };
    const luminance = (colour: number[]) =>
      colour
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, k) => sum + value * [0.2126, 0.7152, 0.0722][k], 0);
    const low: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      const text = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? '')
        .join(' ')
        .trim();
      const box = element.getBoundingClientRect();
      const isDrawn = !['SCRIPT', 'STYLE', 'NOSCRIPT', 'TITLE', 'OPTION'].includes(element.tagName);
      if (text === '' || !isDrawn || box.width === 0 || element.closest('[hidden]')) continue;
      const style = getComputedStyle(element);
      const ground = behind(element);
      const ink = over(pixel(element instanceof SVGElement ? style.fill : style.color), ground);
      const [bright, dark] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
      const contrast = (bright + 0.05) / (dark + 0.05);
      if (contrast < limit) low.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
    }
    return low;
  }, least);
}
