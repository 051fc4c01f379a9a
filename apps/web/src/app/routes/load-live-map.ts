/** What every shell needs, and most of its weight: fetched ahead by who knows that a shell comes next. */
export const loadLiveMap = () => import('../shells/live-map.tsx');
