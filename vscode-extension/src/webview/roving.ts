// Many marks in a picture are one stop of the Tab key; arrow keys go from one to the next.

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Where a key leads among `count` marks; `undefined` if it is none of these keys. */
export function nextIndex(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : (index + step + count) % count;
}

export interface MarkActions {
  /** The mark has the focus or the pointer, or with `undefined` none has. */
  readonly onPoint: (index: number | undefined) => void;
  readonly onPress: (index: number) => void;
}

/** Lets marks be pointed at and pressed, by mouse and by keys. */
export function makeReachable(marks: readonly (SVGElement | HTMLElement)[], { onPoint, onPress }: MarkActions): void {
  let current = 0;
  marks.forEach((mark, index) => {
    mark.setAttribute('tabindex', index === 0 ? '0' : '-1');
    mark.addEventListener('pointerenter', () => {
      onPoint(index);
    });
    mark.addEventListener('pointerleave', () => {
      onPoint(undefined);
    });
    mark.addEventListener('focus', () => {
      marks[current]?.setAttribute('tabindex', '-1');
      mark.setAttribute('tabindex', '0');
      current = index;
      onPoint(index);
    });
    mark.addEventListener('blur', () => {
      onPoint(undefined);
    });
    mark.addEventListener('click', () => {
      onPress(index);
    });
    mark.addEventListener('keydown', (event: Event) => {
      if (!(event instanceof KeyboardEvent)) return;
      if (event.key === 'Enter' || event.key === ' ') onPress(index);
      const next = nextIndex(event.key, index, marks.length);
      if (next !== undefined) marks[next]?.focus();
      if (next !== undefined || event.key === 'Enter' || event.key === ' ') event.preventDefault();
    });
  });
}
